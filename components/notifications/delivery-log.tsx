"use client";

import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DeliveryRow, DeliveryTable } from "@/components/deliveries/delivery-table";
import { Button } from "@/components/ui/button";
import { TableCell } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { retryNotificationAction } from "@/lib/notifications/actions";
import type { NotificationDelivery, NotificationLogPage } from "@/lib/notifications/schema";
import { subjectPath } from "@/lib/notifications/subject-path";

type Props = { environment: Environment; page: NotificationLogPage; before: string | undefined };

/** What was sent to whom, what failed and why, and what was withdrawn. */
export function DeliveryLog({ environment, page: { deliveries, older }, before }: Props) {
  const t = useTranslations("notifications");
  return (
    <DeliveryTable
      path={`/${environment}/settings/notifications` as Route}
      older={older}
      isFirst={before === undefined}
      empty={t("log.empty")}
      columns={[t("event"), t("log.to")]}
    >
      {deliveries.map((delivery) => (
        <Delivery key={`${delivery.id} ${delivery.state}`} {...{ environment, delivery }} />
      ))}
    </DeliveryTable>
  );
}

function Delivery({ environment, delivery }: { environment: Environment; delivery: NotificationDelivery }) {
  const t = useTranslations("notifications");
  const words = useTranslations("deliveries");
  const { id, event, subject, to, kind, state } = delivery;
  const retry = useCommand((deliveryId: string) => retryNotificationAction(environment, { deliveryId }));
  return (
    <DeliveryRow
      delivery={delivery}
      more={
        <>
          {state === "failed" && (
            <Button
              size="small"
              className="mt-1"
              disabled={retry.isLeaving}
              aria-label={words("againWhich", { what: t(`events.${event}`), to })}
              onClick={() => retry.send(id)}
            >
              {words(retry.isLeaving ? "sending" : "again")}
            </Button>
          )}
          <CommandProblem of={retry} say={(problem) => t(`problems.${problem}`)} />
        </>
      }
    >
      <TableCell role="cell">
        <Link
          prefetch={false}
          href={`/${environment}${subjectPath(subject)}` as Route}
          className="text-primary hover:underline"
        >
          {t(`events.${event}`)}
        </Link>
      </TableCell>
      <TableCell role="cell">
        {to} <span className="text-xs text-muted-foreground">{t(`kinds.${kind}`)}</span>
      </TableCell>
    </DeliveryRow>
  );
}
