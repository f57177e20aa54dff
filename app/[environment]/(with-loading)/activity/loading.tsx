import { getTranslations } from "next-intl/server";
import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default async function Loading() {
  return <ListSkeleton title={(await getTranslations("activity"))("title")} />;
}
