"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { Toasts } from "@/components/toasts/toasts";

type Props = {
  /** What the region of toasts is called. */
  toasts: string;
  children: ReactNode;
};

/** One cache for queries, for the lifetime of the tab. */
export function Providers({ toasts, children }: Props) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: 2_000, retry: 1 },
          // Without a network a mutation fails immediately. By default it would wait, and run when the network is back.
          mutations: { retry: false, networkMode: "always" },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>{children}</NuqsAdapter>
      <Toasts label={toasts} />
    </QueryClientProvider>
  );
}
