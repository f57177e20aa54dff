"use client";

import { createContext, type ReactNode, use } from "react";
import { Alert } from "@/components/ui/alert";

/** Why nothing can be sent from this console; null where it can. */
const ReadOnly = createContext<string | null>(null);

type ProviderProps = { reason: string | null; children: ReactNode };

export const ReadOnlyProvider = ({ reason, children }: ProviderProps) => <ReadOnly value={reason}>{children}</ReadOnly>;

type Props = {
  /** A form or buttons that a console which only watches refuses. */
  children: ReactNode;
  className?: string;
};

/**
 * Around each form and button whose use case asks for `requireSending`. A console that only watches (READ_ONLY) disables
 * all controls inside, and says why above them. The server refuses them in any case.
 */
export function Sending({ children, className }: Props) {
  const reason = use(ReadOnly);
  if (reason === null) return children;
  return (
    <fieldset disabled className={className ?? "grid min-w-0 gap-3"}>
      <legend className="sr-only">{reason}</legend>
      <Alert tone="watch">{reason}</Alert>
      {children}
    </fieldset>
  );
}
