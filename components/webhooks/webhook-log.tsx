"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DeliveryRow, DeliveryTable } from "@/components/deliveries/delivery-table";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { TableCell } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { replayWebhooksAction } from "@/lib/webhooks/actions";
import type { WebhookDelivery, WebhookLogPage } from "@/lib/webhooks/schema";

type Props = { environment: Environment; page: WebhookLogPage; before: string | undefined };

/** Each event and what became of it, with the body that is sent. */
export function WebhookLog({ environment, page: { deliveries, older }, before }: Props) {
  const t = useTranslations("webhooks.log");
  return (
    <DeliveryTable
      path={`/${environment}/settings/webhooks` as Route}
      older={older}
      isFirst={before === undefined}
      empty={t("empty")}
      columns={[t("event"), t("subject"), t("endpoint")]}
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
  const words = useTranslations("deliveries");
  const { endpointId, position, webhookId, type, subject, endpoint, state, tries, nextTryAt } = delivery;
  const replay = useCommand(() => replayWebhooksAction(environment, { endpointId, position }));
  return (
    <DeliveryRow
      delivery={{ ...delivery, nextTryAt: tries > 0 ? nextTryAt : null }}
      more={
        <>
          <Disclosure summary={t("log.body")}>
            <p className="font-mono">webhook-id: {webhookId}</p>
            <pre className="max-w-xl overflow-x-auto rounded-lg bg-muted p-2 font-mono">{delivery.body}</pre>
          </Disclosure>
          {state !== "waiting" && (
            <Button
              size="small"
              disabled={replay.isLeaving}
              aria-label={words("againWhich", { what: subject, to: endpoint })}
              onClick={() => replay.send(undefined)}
            >
              {words(replay.isLeaving ? "sending" : "again")}
            </Button>
          )}
          <CommandProblem of={replay} say={(problem) => t(`problems.${problem}`)} />
        </>
      }
    >
      <TableCell className="font-mono text-xs">{type}</TableCell>
      <TableCell className="font-mono text-xs">{subject}</TableCell>
      <TableCell>{endpoint}</TableCell>
    </DeliveryRow>
  );
}
