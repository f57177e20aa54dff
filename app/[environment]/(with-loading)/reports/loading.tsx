import { getTranslations } from "next-intl/server";
import { PageSkeleton } from "@/components/feedback/page-skeleton";

export default async function Loading() {
  return <PageSkeleton title={(await getTranslations("reports"))("title")} />;
}
