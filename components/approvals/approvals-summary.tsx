"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { approvalsCache } from "@/lib/approval-queue/cache";
import type { Environment } from "@/lib/environment";

export function ApprovalsSummary({ environment }: { environment: Environment }) {
  const t = useTranslations("approvals");
  const { count } = useSuspenseQuery(approvalsCache.all(environment)).data;
  return t.rich("summary", { count, b: (chunks) => <b>{chunks}</b> });
}
