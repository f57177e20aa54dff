import { dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Seeds } from "./seeds";

/** `asOf`, ISO 8601, where the view is older than this moment: it is shown, and asked for anew at once. */
type Seed = readonly [key: QueryKey, view: unknown, asOf?: string | undefined];
type Props = { seeds: readonly Seed[]; children: ReactNode };

/** Hands what the page has read to the cache that the components inside read from. */
export function Seeded({ seeds, children }: Props) {
  const client = new QueryClient();
  for (const [key, view, asOf] of seeds) {
    client.setQueryData(key, view, asOf === undefined ? undefined : { updatedAt: Date.parse(asOf) });
  }
  return <Seeds text={JSON.stringify(dehydrate(client))}>{children}</Seeds>;
}
