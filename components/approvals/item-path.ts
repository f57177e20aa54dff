import type { Environment } from "@/lib/environment";

/** The page of approvals with one item open. */
export const itemPath = (environment: Environment, id: string) =>
  `/${environment}/approvals?item=${encodeURIComponent(id)}` as const;
