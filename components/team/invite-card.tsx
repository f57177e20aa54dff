"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandForm } from "@/components/forms/command-form";
import { TextField } from "@/components/forms/form-field";
import { Alert } from "@/components/ui/alert";
import { Button, buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { inviteUserAction } from "@/lib/team/actions";
import { needsSecondAdmin } from "@/lib/team/state";
import { RoleSelect } from "./role-select";
import { ShownLinks } from "./shown-links";
import { TeamProblem } from "./team-problem";
import { useChange } from "./use-change";

type Props = { environment: Environment; needsPair: boolean; sendsMail: boolean };

/** Invites a user by e-mail, with a role. */
export function InviteCard({ environment, needsPair, sendsMail }: Props) {
  const t = useTranslations("team.invite");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [invited, setInvited] = useState("");
  const invite = useChange((typed: { email: string; role: Role }) => inviteUserAction(environment, typed), {
    typed: { email, role },
    onDone: (sent) => {
      setInvited(sent.email);
      setEmail((now) => (now === sent.email ? "" : now));
    },
  });
  const problems = invite.fields;
  const isProposed = needsSecondAdmin({ change: "invite", role, hasProduction: needsPair, isMailed: sendsMail });
  const byHand = isProposed ? "byHandPair" : "byHand";
  return (
    <TitledCard
      title={t("title")}
      aside={
        <Link
          href={`/${environment}/settings/team`}
          className={buttonVariants({ variant: "ghost", size: "small", className: "ml-auto" })}
        >
          {t("close")}
        </Link>
      }
    >
      <div className="grid gap-3 p-4">
        <CommandForm
          isPending={invite.isPending}
          onSend={() => invite.send({ email, role })}
          className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]"
        >
          <TextField
            name="email"
            label={t("email")}
            inputMode="email"
            problem={problems.email}
            value={email}
            onChange={setEmail}
          />
          <RoleSelect name="role" label={t("role")} value={role} onChange={setRole} />
          <Button type="submit" variant="primary" size="field" className="sm:mt-6" disabled={invite.isPending}>
            {invite.isPending ? t("pending") : t("submit")}
          </Button>
        </CommandForm>
        <p className="text-xs text-muted-foreground">
          {t(sendsMail ? "byMail" : byHand)} {needsPair && t("pair")}
        </p>
        {Object.keys(problems).length === 0 && <TeamProblem change={invite} />}
        <ShownLinks links={invite.links} onKept={invite.forgetLink} />
        <div role="status" className="empty:hidden">
          {invite.outcome === "proposed" && <Alert tone="watch">{t("proposed")}</Alert>}
          {invite.outcome === "done" && sendsMail && <Alert>{t("sent", { email: invited })}</Alert>}
        </div>
      </div>
    </TitledCard>
  );
}
