"use client";

import { useTranslations } from "next-intl";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { endOtherSessionsAction, endSessionAction } from "@/lib/security/actions";
import type { SessionView } from "@/lib/security/schema";
import { SecuredProblem } from "./secured-problem";

type Props = { environment: Environment; sessions: SessionView[] };

/** The user's sessions. An unfamiliar one can be ended immediately. */
export function SessionsCard({ environment, sessions }: Props) {
  const t = useTranslations("security.sessions");
  const endOthers = useCommand((_: null) => endOtherSessionsAction(environment, {}));
  return (
    <TitledCard title={t("title")}>
      <ul>
        {sessions.map((session) => (
          <OneSession key={session.id} environment={environment} session={session} />
        ))}
      </ul>
      <div className="grid justify-items-start gap-3 p-4">
        <p className="text-muted-foreground">{t("limits")}</p>
        {sessions.length > 1 && (
          <Button size="field" disabled={endOthers.isPending} onClick={() => endOthers.send(null)}>
            {t("endOthers")}
          </Button>
        )}
        <SecuredProblem change={endOthers} />
      </div>
    </TitledCard>
  );
}

function OneSession({ environment, session }: { environment: Environment; session: SessionView }) {
  const t = useTranslations("security.sessions");
  const end = useCommand((id: string) => endSessionAction(environment, { id }));
  const { id, device, address, since, lastSeenAt, isThis } = session;
  const browser = device.browser ?? t("unknownBrowser");
  const name = device.system ? t("device", { browser, system: device.system }) : browser;
  return (
    <li className="grid gap-2 border-b border-border px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        {isThis && <Badge>{t("this")}</Badge>}
        {!isThis && (
          <Button
            className="ml-auto"
            aria-label={t("endWhich", { name })}
            disabled={end.isPending}
            onClick={() => end.send(id)}
          >
            {t("end")}
          </Button>
        )}
      </div>
      <p className="text-xs text-subtle-foreground">
        {address && <span className="font-mono">{address} · </span>}
        {t.rich("since", { at: () => <Timestamp at={since} style="minute" /> })} ·{" "}
        {t.rich("lastSeen", { at: () => <Timestamp at={lastSeenAt} style="minute" /> })}
      </p>
      <SecuredProblem change={end} />
    </li>
  );
}
