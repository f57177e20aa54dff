"use client";

import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { endOtherSessionsAction, endSessionAction } from "@/lib/security/actions";
import type { SessionView } from "@/lib/security/schema";
import { SecuredProblem } from "./secured-problem";
import { useSecured } from "./use-secured";

type Props = { environment: Environment; sessions: SessionView[] };

/** Where one is signed in. What does not look like oneself is ended at once. */
export function SessionsCard({ environment, sessions }: Props) {
  const t = useTranslations("security.sessions");
  const endOthers = useSecured((_: null) => endOtherSessionsAction(environment, {}));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <ul>
        {sessions.map((session) => (
          <OneSession key={session.id} environment={environment} session={session} />
        ))}
      </ul>
      <div className="grid justify-items-start gap-3 p-4">
        <p className="text-muted-foreground">{t("limits")}</p>
        {sessions.length > 1 && (
          <Button
            size="field"
            focusableWhenDisabled
            disabled={endOthers.isPending}
            onClick={() => endOthers.send(null)}
          >
            {t("endOthers")}
          </Button>
        )}
        <SecuredProblem change={endOthers} />
      </div>
    </Card>
  );
}

function OneSession({ environment, session }: { environment: Environment; session: SessionView }) {
  const t = useTranslations("security.sessions");
  const end = useSecured((id: string) => endSessionAction(environment, { id }));
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
            focusableWhenDisabled
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
