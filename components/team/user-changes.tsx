"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { useCommand } from "@/components/commands/use-command";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { may, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import {
  changeRoleAction,
  disableUserAction,
  enableUserAction,
  makePasswordLinkAction,
  resetFactorAction,
  signOutUserAction,
} from "@/lib/team/actions";
import type { UserView } from "@/lib/team/schema";
import { needsSecondAdmin } from "@/lib/team/state";
import { EmailState } from "./email-state";
import { RoleSelect } from "./role-select";
import { ShownLinks } from "./shown-links";
import { staysSaid } from "./stays-said";
import { TeamProblem } from "./team-problem";
import { useChange } from "./use-change";

type Props = { environment: Environment; user: UserView };

/** What an admin can change about another user. */
export function UserChanges({ environment, user }: Props) {
  return (
    <div className="grid gap-4">
      <RoleCard environment={environment} user={user} />
      <AccessCard environment={environment} user={user} />
      <FactorCard environment={environment} user={user} />
      {user.state === "active" && user.passwordSignIn && <PasswordCard environment={environment} user={user} />}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <TitledCard title={title}>
      <div className="grid justify-items-start gap-3 p-4">{children}</div>
    </TitledCard>
  );
}

type Change = Parameters<typeof needsSecondAdmin>[0]["change"];

const takesTwo = (change: Change, { role, needsPair, sendsMail }: UserView) =>
  needsSecondAdmin({ change, role, hasProduction: needsPair, isMailed: sendsMail });

function RoleCard({ environment, user }: Props) {
  const t = useTranslations("team.user");
  const [seen, setSeen] = useState<Role>(user.role);
  const [role, setRole] = useState<Role>(user.role);
  const change = useChange((wanted: Role) => changeRoleAction(environment, { userId: user.id, role: wanted, seen }));
  // Read again after a change of one's own or another's: what became of it stays, the choice begins at the role in force.
  if (user.role !== seen) {
    setSeen(user.role);
    setRole(user.role);
  }
  const now = `${user.role} ${user.state}`;
  const [pressedAt, setPressedAt] = useState(now);
  const press = () => {
    setPressedAt(now);
    change.send(role);
  };
  const isProposed = takesTwo("role", user);
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
        <Button size="field" disabled={change.isPending || role === user.role} onClick={press}>
          {t(isProposed ? "proposeRole" : "changeRole")}
        </Button>
      </div>
      {staysSaid(change.refusal, { pressedAt, now }) && <TeamProblem change={change} />}
      <Outcome outcome={change.outcome} />
    </Section>
  );
}

function AccessCard({ environment, user: { id: userId, name, state, ...user } }: Props) {
  const t = useTranslations("team.user");
  const disable = useCommand((_: null) => disableUserAction(environment, { userId }));
  const signOut = useCommand((_: null) => signOutUserAction(environment, { userId }), {
    onDone: ({ ended }) => setEnded(ended),
  });
  const [unlink, setUnlink] = useState(false);
  const enable = useChange((_: null) => enableUserAction(environment, { userId, unlink }), {
    onDone: () => setUnlink(false), // Chosen for each time that the user is enabled.
  });
  const [ended, setEnded] = useState<number | null>(null);
  // What became of the press before stays beside none.
  const press = (send: (input: null) => void) => () => {
    setEnded(null);
    disable.reset();
    signOut.reset();
    enable.clear();
    send(null);
  };
  const isActive = state === "active";
  // One press, and the reader is the only admin. It is not refused: a thief must lose access.
  const leavesOne = isActive && user.needsPair && user.deciders === 0 && may(user.role, "users:change");
  const enablingTakesTwo = takesTwo("enable", { id: userId, name, state, ...user });
  return (
    <Section title={t("accessTitle")}>
      <p className="text-muted-foreground">
        {t(isActive ? "accessLead" : "enableLead")} {!isActive && enablingTakesTwo && t("rolePair")}
      </p>
      {leavesOne && <Alert tone="watch">{t("leavesOne")}</Alert>}
      {!isActive && user.isLinked && (
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1"
            checked={unlink}
            onChange={({ target }) => setUnlink(target.checked)}
          />
          <span>
            {t("unlink")} <span className="block text-muted-foreground">{t("unlinkHint")}</span>
          </span>
        </label>
      )}
      <div className="flex flex-wrap gap-2">
        {isActive ? (
          <>
            <Button size="field" disabled={signOut.isPending} onClick={press(signOut.send)}>
              {t("signOut")}
            </Button>
            <ConfirmedButton
              variant="destructive"
              size="field"
              usual={{ text: t("disable"), label: t("disable") }}
              sure={{ text: t("disableNow"), label: t("disableSure", { name }) }}
              keep={t("keepEnabled")}
              means={t("disableMeans", { isPair: String(enablingTakesTwo), remains: String(user.remains.length > 0) })}
              isBusy={disable.isPending}
              onSure={press(disable.send)}
            />
          </>
        ) : (
          <Button size="field" disabled={enable.isPending} onClick={press(enable.send)}>
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
      <Outcome outcome={enable.outcome} />
    </Section>
  );
}

function FactorCard({ environment, user }: Props) {
  const t = useTranslations("team.user");
  const reset = useChange((_: null) => resetFactorAction(environment, { userId: user.id }));
  return (
    <Section title={t("factorTitle")}>
      <p className="text-muted-foreground">
        {user.hasFactor ? t("factorLead", { password: String(user.passwordSignIn) }) : t("factorNone")}
      </p>
      {user.hasFactor && takesTwo("reset_factor", user) && (
        <Button size="field" disabled={reset.isPending} onClick={() => reset.send(null)}>
          {t("proposeFactor")}
        </Button>
      )}
      {user.hasFactor && !takesTwo("reset_factor", user) && (
        <div className="flex flex-wrap gap-2">
          <ConfirmedButton
            size="field"
            usual={{ text: t("resetFactor"), label: t("resetFactor") }}
            sure={{ text: t("resetNow"), label: t("resetSure", { name: user.name }) }}
            keep={t("keepFactor")}
            means={t("resetMeans")}
            isBusy={reset.isPending}
            onSure={() => reset.send(null)}
          />
        </div>
      )}
      <TeamProblem change={reset} />
      <Outcome outcome={reset.outcome} />
    </Section>
  );
}

function PasswordCard({ environment, user }: Props) {
  const t = useTranslations("team.user");
  const { id: userId, email, sendsMail, mail } = user;
  const isProposed = takesTwo("password_link", user);
  const shown = isProposed ? t("passwordShownPair") : t("passwordShown");
  const make = useChange((_: null) => makePasswordLinkAction(environment, { userId }));
  return (
    <Section title={t("passwordTitle")}>
      <p className="text-muted-foreground">
        {sendsMail ? t("passwordMail", { email }) : shown} {isProposed && t("rolePair")}
      </p>
      <Button size="field" disabled={make.isPending} onClick={() => make.send(null)}>
        {t(sendsMail ? "sendLink" : "makeLink")}
      </Button>
      {mail && (
        <p className="text-xs">
          <EmailState mail={mail} />
        </p>
      )}
      <TeamProblem change={make} />
      <ShownLinks links={make.links} onKept={make.forgetLink} />
      <div role="status" className="empty:hidden">
        {make.outcome === "done" && sendsMail && <Alert>{t("linkSent", { email })}</Alert>}
      </div>
      <Outcome outcome={make.outcome === "proposed" ? "proposed" : null} />
    </Section>
  );
}

function Outcome({ outcome }: { outcome: "done" | "proposed" | null }) {
  const t = useTranslations("team.user");
  return (
    <div role="status" className="empty:hidden">
      {outcome && <Alert tone={outcome === "proposed" ? "watch" : undefined}>{t(outcome)}</Alert>}
    </div>
  );
}
