import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { ProposalFacts } from "@/lib/auth/proposal";

type Props = { title: string; proposal: ProposalFacts; decision: ReactNode; children: ReactNode };

/** A change that waits for a second admin, as what it would change. */
export function ProposalCard({ title, proposal: { by, at, until }, decision, children }: Props) {
  const t = useTranslations("dualControl");
  const moment = (time: string) => () => <Timestamp at={time} style="minute" />;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">
          {t.rich("proposedBy", { name: by, at: moment(at) })}
        </span>
      </CardHeader>
      {children}
      <p className="px-4 py-2.5 text-xs text-subtle-foreground">{t.rich("lapses", { at: moment(until) })}</p>
      {decision && <div className="grid gap-3 border-t border-border px-4 py-3.5">{decision}</div>}
    </Card>
  );
}
