import type { Environment } from "@/lib/environment";
import { viewOptions } from "@/lib/view-options";
import type { AuditLinkView } from "./schema";

/** So long a line usually waits for its link at most. */
const LINKED_WITHIN_MS = 1_000;

export const auditCache = {
  /** A link is never another: once it is there it is not asked for again. */
  link: (environment: Environment, lineId: string) =>
    viewOptions<AuditLinkView>([environment, "audit", lineId], `/api/${environment}/audit/${lineId}`, {
      staleTime: ({ state }) => (state.data?.isWaiting ? 0 : Number.POSITIVE_INFINITY),
      refetchInterval: ({ state }) => (state.data?.isWaiting ? LINKED_WITHIN_MS : false),
    }),
};
