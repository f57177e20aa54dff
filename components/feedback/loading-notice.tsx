import type { ReactNode } from "react";

/** Stands where figures will: the page is there at once, its figures come when the service has answered. */
export function LoadingNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-[10px] border border-border bg-card px-4 py-6 text-muted-foreground">
      {children}
    </p>
  );
}
