import { type DataTag, dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { type Picked, pickMessages } from "./pick-messages";

type Seed = { queryKey: QueryKey; data: unknown; age: { updatedAt: number } | undefined };
type Props = { messages?: readonly Picked[]; queries?: readonly (Seed | false | null)[]; children: ReactNode };

/** A query of the browser that begins with what the server has read. */
export const seed = <T,>(
  { queryKey }: { queryKey: DataTag<QueryKey, T, Error> },
  data: NoInfer<T>,
  age?: { updatedAt: number },
): Seed => ({ queryKey, data, age });

/** Around the client components of a page: the messages that they need, and the queries that they begin with. */
export async function ClientBoundary({ messages, queries, children }: Props) {
  const client = new QueryClient();
  for (const query of queries ?? []) {
    if (query) client.setQueryData(query.queryKey, query.data, query.age);
  }
  const hydrated = queries ? <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary> : children;
  if (!messages) return hydrated;
  return (
    <NextIntlClientProvider messages={pickMessages(await getMessages(), messages)}>{hydrated}</NextIntlClientProvider>
  );
}
