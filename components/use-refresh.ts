"use client";

import { useRouter } from "next/navigation";

/**
 * Renders the page again from the server, once that answers. Without an answer the router would leave the page for the
 * browser's own error page, and what was typed would be lost.
 */
export function useRefresh() {
  const router = useRouter();
  return () => {
    void fetch("/api/server-time", { method: "HEAD", cache: "no-store" }).then(router.refresh, () => undefined);
  };
}
