"use client";

import { Check, CircleX, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { TestAndRemove, TestOutcome } from "@/components/commands/test-and-remove";
import { useCommand } from "@/components/commands/use-command";
import { LeftHolders } from "@/components/display/left-holders";
import { ShownSecret } from "@/components/display/shown-secret";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import {
  enableEndpointAction,
  removeEndpointAction,
  rotateEndpointSecretAction,
  sendNowAction,
  testEndpointAction,
} from "@/lib/webhooks/actions";
import type { EndpointView } from "@/lib/webhooks/schema";
import { AddEndpoint } from "./add-endpoint";
import { ReplayDays } from "./replay-days";

type Props = { environment: Environment; endpoints: EndpointView[] };

/** The systems that hear of each change. Of an address only its host is known here. */
export function Endpoints({ environment, endpoints }: Props) {
  const t = useTranslations("webhooks.endpoints");
  return (
    <TitledCard title={t("title")}>
      <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground">{t("lead")}</p>
      {endpoints.length === 0 && <Empty title={t("empty")}>{t("emptyText")}</Empty>}
      <ul>
        {endpoints.map((endpoint) => (
          <Endpoint key={endpoint.id} environment={environment} endpoint={endpoint} />
        ))}
      </ul>
      <AddEndpoint environment={environment} />
    </TitledCard>
  );
}

type One = { environment: Environment; endpoint: EndpointView };

function Endpoint({ environment, endpoint }: One) {
  const t = useTranslations("webhooks");
  const { id: endpointId, name, host, types, addedBy, addedAt, failingSince, formerUntil, waiting, failed } = endpoint;
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useCommand(() => rotateEndpointSecretAction(environment, { endpointId }), {
    onDone: (made) => setSecret(made.secret),
  });
  const remove = useCommand(() => removeEndpointAction(environment, { endpointId }));
  const test = useCommand(() => testEndpointAction(environment, { endpointId }));
  const enable = useCommand(() => enableEndpointAction(environment, { endpointId }));
  const sendNow = useCommand(() => sendNowAction(environment, { endpointId }));
  return (
    <li className="grid gap-2 border-b border-border px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        <span className="font-mono text-xs text-muted-foreground">{host}</span>
        <State endpoint={endpoint} />
        <span className="text-xs text-muted-foreground">{t("endpoints.waiting", { count: waiting })}</span>
        {failed > 0 && (
          <Link
            href={`/${environment}/settings/webhooks?state=failed`}
            prefetch={false}
            scroll={false}
            className="text-xs text-destructive hover:underline"
          >
            {t("endpoints.failed", { count: failed })}
          </Link>
        )}
      </div>
      <p className="text-xs text-subtle-foreground">
        {types.map((type) => t(`types.${type.replace(".", "_") as "order_created"}`)).join(" · ")} ·{" "}
        {t.rich("endpoints.by", { name: addedBy, at: () => <Timestamp at={addedAt} style="minute" /> })}
        {failingSince !== null && (
          <> · {t.rich("endpoints.failingSince", { at: () => <Timestamp at={failingSince} style="minute" /> })}</>
        )}
        {formerUntil !== null && (
          <> · {t.rich("endpoints.formerUntil", { at: () => <Timestamp at={formerUntil} style="minute" /> })}</>
        )}
      </p>
      <LeftHolders of="webhooks" holders={endpoint.left} />
      {(endpoint.pausedUntil !== null || endpoint.isTriedLater) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-warning">
          <Wait endpoint={endpoint} />
          <Button
            size="small"
            disabled={sendNow.isPending}
            aria-label={t("endpoints.sendNowWhich", { name })}
            onClick={() => sendNow.send(undefined)}
          >
            {t(sendNow.isPending ? "endpoints.sendingNow" : "endpoints.sendNow")}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {endpoint.disabledAt !== null && (
          <Button size="small" disabled={enable.isLeaving} onClick={() => enable.send(undefined)}>
            {t(enable.isLeaving ? "endpoints.enabling" : "endpoints.enable")}
          </Button>
        )}
        <ConfirmedButton
          usual={{
            text: t(rotate.isPending ? "endpoints.rotating" : "endpoints.rotate"),
            label: t("endpoints.rotateWhich", { name }),
          }}
          sure={{ text: t("endpoints.rotateNow"), label: t("endpoints.rotateSure", { name }) }}
          keep={t("endpoints.keepSecret")}
          means={t("endpoints.rotateMeans")}
          isBusy={rotate.isPending}
          onSure={() => rotate.send(undefined)}
        />
        <TestAndRemove name={name} test={test} remove={remove} />
      </div>
      <TestOutcome test={test} />
      <ReplayDays environment={environment} endpoint={endpoint} />
      {secret !== null && <ShownSecret of="notifications" name={name} secret={secret} onKept={() => setSecret(null)} />}
      <CommandProblem of={test} say={(problem) => t(`problems.${problem}`)} />
      <CommandProblem of={sendNow} say={(problem) => t(`problems.${problem}`)} />
      <CommandProblem of={enable} say={(problem) => t(`problems.${problem}`)} />
      <CommandProblem of={rotate} say={(problem) => t(`problems.${problem}`)} />
      <CommandProblem of={remove} say={(problem) => t(`problems.${problem}`)} />
    </li>
  );
}

/** Why what waits is not sent yet, and until when. */
function Wait({ endpoint: { pausedUntil } }: { endpoint: EndpointView }) {
  const t = useTranslations("webhooks.endpoints");
  if (pausedUntil === null) return <p>{t("triedLater")}</p>;
  return <p>{t.rich("pausedUntil", { at: () => <Timestamp at={pausedUntil} style="minute" /> })}</p>;
}

function State({ endpoint: { disabledAt, failingSince } }: { endpoint: EndpointView }) {
  const t = useTranslations("webhooks.endpoints.states");
  if (disabledAt !== null) {
    return (
      <Badge tone="failed" icon={CircleX}>
        {t("disabled")}
      </Badge>
    );
  }
  return failingSince === null ? (
    <Badge icon={Check}>{t("on")}</Badge>
  ) : (
    <Badge tone="watch" icon={TriangleAlert}>
      {t("failing")}
    </Badge>
  );
}
