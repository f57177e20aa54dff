import type { ReactNode } from "react";

/** A placeholder for figures: the page renders immediately, its figures follow with the service's response. */
export function LoadingNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-xl border border-border bg-card px-4 py-6 text-muted-foreground">
      {children}
    </p>
  );
}
