import type { ReactNode } from "react";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";

type Props = { title: string; decision: ReactNode; children: ReactNode };

/** A change that waits for a second admin, as what it would change. */
export function ProposalCard({ title, decision, children }: Props) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      {children}
      <div className="grid gap-3 border-t border-border px-4 py-3.5">{decision}</div>
    </Card>
  );
}
