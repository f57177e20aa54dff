"use client";

import { Ban, Check, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { ProposalPlace } from "@/components/commands/proposal-place";
import { useCommand } from "@/components/commands/use-command";
import { Day } from "@/components/display/day";
import { LeftHolders } from "@/components/display/left-holders";
import { ShownSecret } from "@/components/display/shown-secret";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Badge } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import { revokeApiKeyAction, rotateApiKeyAction } from "@/lib/api-keys/actions";
import type { ApiKeyState, ApiKeyView } from "@/lib/api-keys/schema";
import type { Environment } from "@/lib/environment";
import { CreateKey } from "./create-key";
import { KeyReach } from "./key-reach";
import { Unattended } from "./unattended";

type Props = { environment: Environment; apiKeys: ApiKeyView[] };

/** The keys of the merchant's systems, without their secrets. */
export function ApiKeys({ environment, apiKeys }: Props) {
  const t = useTranslations("apiKeys.keys");
  return (
    <TitledCard title={t("title")}>
      <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground">{t("lead")}</p>
      {apiKeys.length === 0 && <Empty title={t("empty")}>{t("emptyText")}</Empty>}
      <ul>
        {apiKeys.map((apiKey) => (
          <Key key={apiKey.keyId} environment={environment} apiKey={apiKey} />
        ))}
      </ul>
      <CreateKey environment={environment} apiKeys={apiKeys} />
    </TitledCard>
  );
}

function Key({ environment, apiKey }: { environment: Environment; apiKey: ApiKeyView }) {
  const t = useTranslations("apiKeys");
  const { keyId, name, prefix, state, scopes } = apiKey;
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useCommand(() => rotateApiKeyAction(environment, { keyId }), {
    onDone: (made) => setSecret(made.secret),
  });
  const revoke = useCommand(() => revokeApiKeyAction(environment, { keyId }));
  const isOpen = apiKey.revoked === null;
  return (
    <li className="grid gap-2 border-b border-border px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        <span className="font-mono text-xs text-muted-foreground">{prefix}…</span>
        <State state={state} />
      </div>
      <KeyReach apiKey={apiKey} />
      <History apiKey={apiKey} />
      <LeftHolders of="apiKeys" holders={apiKey.left} />
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {state !== "expired" && (
            <ConfirmedButton
              usual={{ text: t(rotate.isPending ? "rotating" : "rotate"), label: t("rotateWhich", { name }) }}
              sure={{ text: t("rotateNow"), label: t("rotateSure", { name }) }}
              keep={t("keepSecret")}
              means={t("rotateMeans", { frozen: String(apiKey.frozen) })}
              isBusy={rotate.isPending}
              onSure={() => rotate.send(undefined)}
            />
          )}
          <ConfirmedButton
            variant="destructive"
            usual={{ text: t(revoke.isLeaving ? "revoking" : "revoke"), label: t("revokeWhich", { name }) }}
            sure={{ text: t("revokeKey"), label: t("revokeSure", { name }) }}
            keep={t("keep")}
            means={t("revokeMeans")}
            isBusy={revoke.isLeaving}
            onSure={() => revoke.send(undefined)}
          />
        </div>
      )}
      {isOpen && environment === "production" && scopes.includes("payouts:request") && (
        <ProposalPlace of={[apiKey.proposal]}>
          <Unattended key={JSON.stringify(apiKey.unattended)} environment={environment} apiKey={apiKey} />
        </ProposalPlace>
      )}
      {isOpen && secret !== null && (
        <ShownSecret
          of="apiKeys"
          {...{ name, secret }}
          note={scopes.includes("payouts:request") && t("secret.notYours")}
          onKept={() => setSecret(null)}
        />
      )}
      <CommandProblem of={rotate} say={(problem) => t(`problems.${problem}`)} />
      <CommandProblem of={revoke} say={(problem) => t(`problems.${problem}`)} />
    </li>
  );
}

const STYLES = {
  active: { icon: Check },
  expired: { icon: Clock, tone: "watch" },
  revoked: { icon: Ban },
} as const;

function State({ state }: { state: ApiKeyState }) {
  const t = useTranslations("apiKeys.states");
  return <Badge {...STYLES[state]}>{t(state)}</Badge>;
}

/** Who made it, until when it works and when it was last used. */
function History({ apiKey }: { apiKey: ApiKeyView }) {
  const t = useTranslations("apiKeys");
  const { createdBy, createdAt, lastDay, rotatedAt, formerUntil, revoked, lastUsed } = apiKey;
  const at = (time: string) => () => <Timestamp at={time} style="minute" />;
  return (
    <p className="text-xs text-subtle-foreground">
      {t.rich("created", { name: createdBy, at: at(createdAt) })}
      {" · "}
      {lastDay === null ? t("never") : t.rich("lastDay", { day: () => <Day day={lastDay} /> })}
      {rotatedAt !== null && <> · {t.rich("rotated", { at: at(rotatedAt) })}</>}
      {formerUntil !== null && <> · {t.rich("formerUntil", { at: at(formerUntil) })}</>}
      {" · "}
      {lastUsed === null ? t("unused") : t.rich("lastUsed", { from: lastUsed.from ?? "–", at: at(lastUsed.at) })}
      {revoked !== null && <> · {t.rich("revoked", { name: revoked.by, at: at(revoked.at) })}</>}
    </p>
  );
}
