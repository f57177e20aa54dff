import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { AuditLinkView } from "./schema";

export const auditCache = {
  /** A link is never another: it is asked for once. */
  link: (environment: Environment, lineId: string) =>
    queryOptions({
      queryKey: [environment, "audit", lineId] as const,
      queryFn: ({ signal }) => fetchView<AuditLinkView>(`/api/${environment}/audit/${lineId}`, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
