import Link from "next/link";
import { LinkPending } from "@/components/navigation/link-label";
import type { Environment } from "@/lib/environment";

export const orderPath = (environment: Environment, referenceId: string) =>
  `/${environment}/transactions/${encodeURIComponent(referenceId)}` as const;

/** The form of a corrected order, with the terms of the one that came to nothing. */
export const correctPath = (environment: Environment, type: "withdrawals" | "deposits", referenceId: string) =>
  `/${environment}/${type}/new?from=${encodeURIComponent(referenceId)}` as const;

export function OrderLink({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  return (
    <Link
      prefetch={false}
      href={orderPath(environment, referenceId)}
      className="inline-block min-h-6 font-mono text-xs/6 break-all text-primary hover:underline"
    >
      {referenceId}
      <LinkPending shape="record" />
    </Link>
  );
}
