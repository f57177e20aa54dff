"use client";

import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import type { Environment } from "@/lib/environment";
import { resendInvitationAction, withdrawInvitationAction } from "@/lib/team/actions";
import type { InvitationRow } from "@/lib/team/schema";
import { EmailState } from "./email-state";
import { ShownLinks } from "./shown-links";
import { TeamProblem } from "./team-problem";
import { useChange } from "./use-change";

type Props = { environment: Environment; invitations: InvitationRow[]; sendsMail: boolean };

/** Who has been asked in and has not come yet. */
export function Invitations({ environment, invitations, sendsMail }: Props) {
  const t = useTranslations("team.invitations");
  return (
    <TitledCard title={t("title")} aside={<Count>{invitations.length}</Count>}>
      <ul>
        {invitations.map((invitation) => (
          <Invitation key={invitation.id} environment={environment} invitation={invitation} sendsMail={sendsMail} />
        ))}
      </ul>
    </TitledCard>
  );
}

type OneProps = { environment: Environment; invitation: InvitationRow; sendsMail: boolean };

function Invitation({ environment, invitation: { id, email, role, by, mail, ...shown }, sendsMail }: OneProps) {
  const t = useTranslations("team.invitations");
  const roles = useTranslations("roles");
  const again = useChange((invitationId: string) => resendInvitationAction(environment, { invitationId }));
  const withdraw = useCommand((invitationId: string) => withdrawInvitationAction(environment, { invitationId }));
  const moment = (at: string) => () => <Timestamp at={at} style="minute" />;
  const isBusy = again.isPending || withdraw.isPending;
  return (
    <li className="grid gap-2 border-b border-border px-4 py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium break-all">{email}</span>
        <span className="text-sm text-muted-foreground">{roles(role)}</span>
        {shown.isExpired && (
          <Badge tone="watch" icon={Hourglass}>
            {t("isExpired")}
          </Badge>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          <Button size="small" aria-label={t("resendWhom", { email })} disabled={isBusy} onClick={() => again.send(id)}>
            {t(sendsMail ? "resend" : "newLink")}
          </Button>
          <ConfirmedButton
            usual={{ text: t("withdraw"), label: t("withdrawWhom", { email }) }}
            sure={{ text: t("withdrawNow"), label: t("withdrawSure", { email }) }}
            keep={t("keep")}
            means={t("withdrawMeans")}
            isBusy={isBusy}
            onSure={() => withdraw.send(id)}
          />
        </span>
      </div>
      <p className="text-xs text-subtle-foreground">
        {t.rich("by", { name: by, at: moment(shown.at) })} ·{" "}
        {t.rich(shown.isExpired ? "expired" : "until", { at: moment(shown.expiresAt) })}
        {mail && (
          <>
            {" · "}
            <EmailState mail={mail} />
          </>
        )}
      </p>
      <TeamProblem change={again} />
      <TeamProblem change={withdraw} />
      <ShownLinks links={again.links} onKept={again.forgetLink} />
      <div role="status" className="empty:hidden">
        {again.outcome === "done" && sendsMail && <Alert>{t("sentAgain", { email })}</Alert>}
        {again.outcome === "proposed" && <Alert tone="watch">{t("proposed")}</Alert>}
      </div>
    </li>
  );
}
