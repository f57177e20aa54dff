import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

type Props = { seeds: readonly (readonly [key: QueryKey, view: unknown])[]; children: ReactNode };

/** Hands what the page has read to the cache that the components inside read from. */
export function Seeded({ seeds, children }: Props) {
  const client = new QueryClient();
  for (const [key, view] of seeds) client.setQueryData(key, view);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
