import { getTranslations } from "next-intl/server";
import { ApprovalsSkeleton } from "@/components/approvals/approvals-skeleton";

export default async function Loading() {
  return <ApprovalsSkeleton title={(await getTranslations("approvals"))("title")} />;
}
