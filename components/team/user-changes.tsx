"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useSecured } from "@/components/security/use-secured";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import {
  changeRoleAction,
  disablePersonAction,
  enablePersonAction,
  makePasswordLinkAction,
  resetFactorAction,
  signOutPersonAction,
} from "@/lib/team/actions";
import type { PersonView } from "@/lib/team/schema";
import { needsSecondAdmin } from "@/lib/team/state";
import { EmailState } from "./email-state";
import { RoleSelect } from "./role-select";
import { ShownLink } from "./shown-link";
import { TeamProblem } from "./team-problem";
import { useChange } from "./use-change";

type Props = { environment: Environment; person: PersonView };

/** What an admin can change about another user. */
export function UserChanges({ environment, person }: Props) {
  return (
    <div className="grid gap-4">
      <RoleCard key={person.role} environment={environment} person={person} />
      <AccessCard environment={environment} person={person} />
      <FactorCard environment={environment} person={person} />
      {person.state === "active" && person.passwordSignIn && <PasswordCard environment={environment} person={person} />}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <div className="grid justify-items-start gap-3 p-4">{children}</div>
    </Card>
  );
}

type Change = Parameters<typeof needsSecondAdmin>[0]["change"];

const takesTwo = (change: Change, { role, needsPair, sendsMail }: PersonView) =>
  needsSecondAdmin({ change, role, hasProduction: needsPair, isMailed: sendsMail });

function RoleCard({ environment, person }: Props) {
  const t = useTranslations("team.person");
  const [role, setRole] = useState<Role>(person.role);
  const change = useChange((wanted: Role) => changeRoleAction(environment, { personId: person.id, role: wanted }));
  const isProposed = takesTwo("role", person);
  return (
    <Section title={t("roleTitle")}>
      <p className="text-muted-foreground">{t(isProposed ? "roleLeadPair" : "roleLead")}</p>
      <div className="flex flex-wrap items-end gap-2">
        <RoleSelect
          name="role"
          label={t("newRole")}
          value={role}
          onChange={(chosen) => {
            change.reset();
            setRole(chosen);
          }}
        />
        <Button
          size="field"
          focusableWhenDisabled
          disabled={change.isPending || role === person.role}
          onClick={() => change.send(role)}
        >
          {t(isProposed ? "proposeRole" : "changeRole")}
        </Button>
      </div>
      <TeamProblem change={change} />
      <Told outcome={change.outcome} />
    </Section>
  );
}

function AccessCard({ environment, person: { id: personId, state, ...person } }: Props) {
  const t = useTranslations("team.person");
  const disable = useSecured((_: null) => disablePersonAction(environment, { personId }));
  const signOut = useSecured(
    (_: null) => signOutPersonAction(environment, { personId }),
    ({ ended }) => setEnded(ended),
  );
  const enable = useChange((_: null) => enablePersonAction(environment, { personId }));
  const [ended, setEnded] = useState<number | null>(null);
  const isActive = state === "active";
  return (
    <Section title={t("accessTitle")}>
      <p className="text-muted-foreground">
        {t(isActive ? "accessLead" : "enableLead")}{" "}
        {!isActive && takesTwo("enable", { id: personId, state, ...person }) && t("enablePair")}
      </p>
      <div className="flex flex-wrap gap-2">
        {isActive ? (
          <>
            <Button size="field" focusableWhenDisabled disabled={disable.isPending} onClick={() => disable.send(null)}>
              {t("disable")}
            </Button>
            <Button size="field" focusableWhenDisabled disabled={signOut.isPending} onClick={() => signOut.send(null)}>
              {t("signOut")}
            </Button>
          </>
        ) : (
          <Button size="field" focusableWhenDisabled disabled={enable.isPending} onClick={() => enable.send(null)}>
            {t("enable")}
          </Button>
        )}
      </div>
      <TeamProblem change={disable} />
      <TeamProblem change={signOut} />
      <TeamProblem change={enable} />
      <div role="status" className="empty:hidden">
        {ended !== null && isActive && <Alert>{t("signedOut", { count: ended })}</Alert>}
      </div>
      <Told outcome={enable.outcome} />
    </Section>
  );
}

function FactorCard({ environment, person }: Props) {
  const t = useTranslations("team.person");
  const reset = useChange((_: null) => resetFactorAction(environment, { personId: person.id }));
  return (
    <Section title={t("factorTitle")}>
      <p className="text-muted-foreground">
        {person.hasFactor ? t("factorLead", { password: String(person.passwordSignIn) }) : t("factorNone")}
      </p>
      {person.hasFactor && (
        <Button size="field" focusableWhenDisabled disabled={reset.isPending} onClick={() => reset.send(null)}>
          {t(takesTwo("reset_factor", person) ? "proposeFactor" : "resetFactor")}
        </Button>
      )}
      <TeamProblem change={reset} />
      <Told outcome={reset.outcome} />
    </Section>
  );
}

function PasswordCard({ environment, person }: Props) {
  const t = useTranslations("team.person");
  const { id: personId, email, sendsMail, mail } = person;
  const make = useChange((_: null) => makePasswordLinkAction(environment, { personId }));
  return (
    <Section title={t("passwordTitle")}>
      <p className="text-muted-foreground">
        {sendsMail ? t("passwordMail", { email }) : t("passwordShown")}{" "}
        {takesTwo("password_link", person) && t("passwordPair")}
      </p>
      <Button size="field" focusableWhenDisabled disabled={make.isPending} onClick={() => make.send(null)}>
        {t(sendsMail ? "sendLink" : "makeLink")}
      </Button>
      {mail && (
        <p className="text-xs">
          <EmailState mail={mail} />
        </p>
      )}
      <TeamProblem change={make} />
      {make.link && <ShownLink link={make.link} onKept={make.forgetLink} />}
      <div role="status" className="empty:hidden">
        {make.outcome === "done" && sendsMail && <Alert>{t("linkSent", { email })}</Alert>}
      </div>
      <Told outcome={make.outcome === "proposed" ? "proposed" : null} />
    </Section>
  );
}

function Told({ outcome }: { outcome: "done" | "proposed" | null }) {
  const t = useTranslations("team.person");
  return (
    <div role="status" className="empty:hidden">
      {outcome && <Alert tone={outcome === "proposed" ? "watch" : undefined}>{t(outcome)}</Alert>}
    </div>
  );
}
