import { Children, type ReactNode, type Ref } from "react";
import { Alert } from "@/components/ui/alert";

/** Why nothing was done, read out as it comes; nothing where nothing went wrong. */
export function ProblemAlert({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  // Several conditions, none of which holds, are nothing too.
  const isSaid = Children.toArray(children).length > 0;
  return (
    <div ref={ref} role="alert" className="empty:hidden">
      {isSaid && <Alert tone="failed">{children}</Alert>}
    </div>
  );
}
