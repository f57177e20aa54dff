"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DeliveryBadge } from "@/components/deliveries/delivery-badge";
import { DeliveryTable } from "@/components/deliveries/delivery-table";
import { LogPages } from "@/components/deliveries/log-pages";
import { Timestamp } from "@/components/display/timestamp";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { replayWebhooksAction } from "@/lib/webhooks/actions";
import type { WebhookDelivery, WebhookLogPage } from "@/lib/webhooks/schema";

type Props = { environment: Environment; page: WebhookLogPage; before: string | undefined };

/** Each event and what became of it, with the body that is sent. */
export function WebhookLog({ environment, page: { deliveries, older }, before }: Props) {
  const t = useTranslations("webhooks.log");
  return (
    <DeliveryTable
      title={t("title")}
      lead={t("lead", { count: deliveries.length, isFirst: String(before === undefined) })}
      empty={t("empty")}
      columns={[`${t("at")} (JST)`, t("event"), t("subject"), t("endpoint"), t("state"), t("detail")]}
      foot={
        <LogPages path={`/${environment}/settings/webhooks` as Route} older={older} isFirst={before === undefined} />
      }
    >
      {deliveries.map((delivery) => (
        <Delivery
          key={`${delivery.endpointId} ${delivery.position} ${delivery.state}`}
          {...{ environment, delivery }}
        />
      ))}
    </DeliveryTable>
  );
}

function Delivery({ environment, delivery }: { environment: Environment; delivery: WebhookDelivery }) {
  const t = useTranslations("webhooks");
  const failures = useTranslations("notifications");
  const { endpointId, position, webhookId, type, subject, endpoint, state, tries, failure, nextTryAt, at } = delivery;
  const replay = useCommand(() => replayWebhooksAction(environment, { endpointId, position }));
  return (
    <TableRow>
      <TableCell className="text-xs whitespace-nowrap text-subtle-foreground">
        <Timestamp at={at} style="recent" />
      </TableCell>
      <TableCell className="font-mono text-xs">{type}</TableCell>
      <TableCell className="font-mono text-xs">{subject}</TableCell>
      <TableCell>{endpoint}</TableCell>
      <TableCell>
        <DeliveryBadge state={state}>{t(`log.states.${state}`)}</DeliveryBadge>
      </TableCell>
      <TableCell className="text-xs text-muted-foreground">
        {failure !== null && <p>{failures("failure", { failure })}</p>}
        {tries > 1 && <p>{t("log.tries", { count: tries })}</p>}
        {nextTryAt !== null && tries > 0 && (
          <p>{t.rich("log.next", { at: () => <Timestamp at={nextTryAt} style="minute" /> })}</p>
        )}
        <Disclosure summary={t("log.body")}>
          <p className="font-mono">webhook-id: {webhookId}</p>
          <pre className="max-w-xl overflow-x-auto rounded-lg bg-muted p-2 font-mono">{delivery.body}</pre>
        </Disclosure>
        {state !== "waiting" && (
          <Button
            size="small"
            disabled={replay.isLeaving}
            aria-label={t("log.replayWhich", { subject, endpoint })}
            onClick={() => replay.send(undefined)}
          >
            {t(replay.isLeaving ? "log.replaying" : "log.replay")}
          </Button>
        )}
        <CommandProblem of={replay} say={(problem) => t(`problems.${problem}`)} />
      </TableCell>
    </TableRow>
  );
}
