import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";

/** Why nothing was done, read out as it comes; nothing where nothing went wrong. */
export function ProblemAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <Alert tone="failed">{children}</Alert>}
    </div>
  );
}
