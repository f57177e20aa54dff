"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DeliveryRow, DeliveryTable } from "@/components/deliveries/delivery-table";
import { TabLinks } from "@/components/filters/tab-links";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { TableCell } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { replayWebhooksAction } from "@/lib/webhooks/actions";
import type { WebhookDelivery, WebhookLogAddress, WebhookLogPage } from "@/lib/webhooks/schema";

type Props = { environment: Environment; page: WebhookLogPage; address: WebhookLogAddress };

/** Each event and what became of it, with the body that is sent. */
export function WebhookLog({ environment, page: { deliveries, older }, address: { before, state } }: Props) {
  const t = useTranslations("webhooks.log");
  const all = `/${environment}/settings/webhooks` as Route;
  const failed = `${all}?state=failed` as Route;
  const tabs = [
    { name: "all", text: t("all"), href: all },
    { name: "failed", text: t("failed"), href: failed },
  ];
  return (
    <DeliveryTable
      path={state ? failed : all}
      older={older}
      isFirst={before === undefined}
      empty={t(state ? "noneFailed" : "empty")}
      filter={<TabLinks label={t("filter")} tabs={tabs} current={state ?? "all"} />}
      columns={[t("event"), t("endpoint")]}
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
  const { endpointId, position, webhookId, type, subject, endpoint, state, waitsFor, isRemoved } = delivery;
  const replay = useCommand(() => replayWebhooksAction(environment, { endpointId, position }));
  return (
    <DeliveryRow
      delivery={delivery}
      waits={waitsFor && t(`log.waits.${waitsFor}`)}
      more={
        <>
          <Disclosure summary={t("log.body")}>
            <p className="font-mono">webhook-id: {webhookId}</p>
            <pre className="max-w-xl overflow-x-auto rounded-lg bg-muted p-2 font-mono">{delivery.body}</pre>
          </Disclosure>
          {state !== "waiting" && !isRemoved && (
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
      <TableCell role="cell" className="font-mono text-xs max-lg:break-all lg:whitespace-nowrap">
        <p className="text-muted-foreground">{type}</p>
        <p>{subject}</p>
      </TableCell>
      <TableCell role="cell">{endpoint}</TableCell>
    </DeliveryRow>
  );
}
