"use client";

import { Scale } from "lucide-react";
import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { OrderLink } from "@/components/orders/order-link";
import { PlayerLink } from "@/components/orders/player-link";
import { useDisagreementText } from "@/components/transactions/use-disagreement-text";
import { Button } from "@/components/ui/button";
import { markDisagreementSeenAction } from "@/lib/callbacks/actions";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { DisagreementRow } from "@/lib/disagreements/disagreement";
import { Age } from "./age";
import { QueueGroup, QueueRow } from "./queue-row";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** Callbacks that disagree with our record, one line per order. */
export function QueueDisagreements({ mayMark, ...props }: DashboardFigures & { mayMark: boolean }) {
  const t = useTranslations("dashboard.disagreements");
  const text = useDisagreementText();
  const { environment } = props;
  const { count, rows } = useDashboard(props).disagreements;
  const mark = useCommand(
    ({ id, deliveryId }: DisagreementRow) => markDisagreementSeenAction(environment, { id, deliveryId }),
    { changes: dashboardCache.counts(environment).queryKey },
  );
  if (count === 0) return null;
  return (
    <>
      <CommandProblem of={mark} say={() => t("failed")} />
      <QueueGroup
        title={t("title")}
        count={count}
        tone="watch"
        note={t("why")}
        more={count > rows.length && t("more", { count: count - rows.length })}
      >
        {rows.map((row) => (
          <QueueRow
            key={row.id}
            icon={Scale}
            tone={row.isProven ? "failed" : "watch"}
            title={t(row.isProven ? "signed" : "unsigned")}
            detail={
              <>
                {row.of.kind === "order" ? (
                  <OrderLink environment={environment} referenceId={row.of.referenceId} />
                ) : (
                  <PlayerLink environment={environment} playerId={row.of.playerId} />
                )}{" "}
                {t("count", { count: row.count })}
              </>
            }
            due={<Age at={row.lastAt} />}
            action={
              mayMark && (
                <Button size="small" disabled={mark.isPending} onClick={() => mark.send(row)}>
                  {t("mark")}
                </Button>
              )
            }
          >
            {row.fields.map((one) => (
              <p key={one.field} className="break-all">
                {text(one)}
              </p>
            ))}
          </QueueRow>
        ))}
      </QueueGroup>
    </>
  );
}
