import Link from "next/link";
import type { ReactNode } from "react";
import type { Environment } from "@/lib/environment";
import { addressOf, type OrderFilter } from "@/lib/transactions/list/filter";

type Props = { environment: Environment; filter: Partial<OrderFilter>; children: ReactNode };

/** From a figure to the list of its orders. */
export function OrdersLink({ environment, filter, children }: Props) {
  return (
    <Link
      prefetch={false}
      href={`/${environment}/transactions?${addressOf(filter)}`}
      className="inline-flex min-h-6 items-center text-primary figures hover:underline"
    >
      {children}
    </Link>
  );
}
