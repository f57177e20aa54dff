"use client";

import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DeliveryBadge } from "@/components/deliveries/delivery-badge";
import { DeliveryTable } from "@/components/deliveries/delivery-table";
import { LogPages } from "@/components/deliveries/log-pages";
import { Timestamp } from "@/components/display/timestamp";
import { Button } from "@/components/ui/button";
import { TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { retryNotificationAction } from "@/lib/notifications/actions";
import type { NotificationDelivery, NotificationLogPage } from "@/lib/notifications/schema";
import { subjectPath } from "@/lib/notifications/subject-path";

type Props = { environment: Environment; page: NotificationLogPage; before: string | undefined };

/** What was sent to whom, what failed and why, and what was withdrawn. */
export function DeliveryLog({ environment, page: { deliveries, older }, before }: Props) {
  const t = useTranslations("notifications.log");
  return (
    <DeliveryTable
      title={t("title")}
      lead={t("lead", { count: deliveries.length, isFirst: String(before === undefined) })}
      empty={t("empty")}
      columns={[`${t("at")} (JST)`, t("event"), t("to"), t("state"), t("detail")]}
      foot={
        <LogPages
          path={`/${environment}/settings/notifications` as Route}
          older={older}
          isFirst={before === undefined}
        />
      }
    >
      {deliveries.map((delivery) => (
        <Delivery key={`${delivery.id} ${delivery.state}`} {...{ environment, delivery }} />
      ))}
    </DeliveryTable>
  );
}

function Delivery({ environment, delivery }: { environment: Environment; delivery: NotificationDelivery }) {
  const t = useTranslations("notifications");
  const { id, at, event, subject, to, kind, state, tries, failure, nextTryAt } = delivery;
  const retry = useCommand((deliveryId: string) => retryNotificationAction(environment, { deliveryId }));
  return (
    <TableRow>
      <TableCell className="text-xs whitespace-nowrap text-subtle-foreground">
        <Timestamp at={at} style="recent" />
      </TableCell>
      <TableCell>
        <Link
          prefetch={false}
          href={`/${environment}${subjectPath(subject)}` as Route}
          className="text-primary hover:underline"
        >
          {t(`events.${event}`)}
        </Link>
      </TableCell>
      <TableCell>
        {to} <span className="text-xs text-muted-foreground">{t(`kinds.${kind}`)}</span>
      </TableCell>
      <TableCell>
        <DeliveryBadge state={state}>{t(`log.states.${state}`)}</DeliveryBadge>
      </TableCell>
      <TableCell className="text-xs text-muted-foreground">
        {failure !== null && <p>{t("failure", { failure })}</p>}
        {tries > 1 && <p>{t("log.tries", { count: tries })}</p>}
        {nextTryAt !== null && <p>{t.rich("log.next", { at: () => <Timestamp at={nextTryAt} style="minute" /> })}</p>}
        {state === "failed" && (
          <Button
            size="small"
            className="mt-1"
            disabled={retry.isLeaving}
            aria-label={t("log.retryWhich", { event: t(`events.${event}`), to })}
            onClick={() => retry.send(id)}
          >
            {t(retry.isLeaving ? "log.retrying" : "log.retry")}
          </Button>
        )}
        <CommandProblem of={retry} say={(problem) => t(`problems.${problem}`)} />
      </TableCell>
    </TableRow>
  );
}
