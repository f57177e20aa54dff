"use client";

import { useState } from "react";
import type { Environment } from "@/lib/environment";
import type { RecoveryCodes, SecurityView } from "@/lib/security/schema";
import { AppCard } from "./app-card";
import { PasskeysCard } from "./passkeys-card";
import { PasswordCard } from "./password-card";
import { RecoveryCard } from "./recovery-card";
import { SessionsCard } from "./sessions-card";

type Props = {
  environment: Environment;
  security: SecurityView;
  /** Whether people sign in with a password here. */
  passwords: boolean;
};

/** Everything by which one signs in. Recovery codes live here for as long as they are shown, and nowhere else. */
export function MySecurity({ environment, security, passwords }: Props) {
  const { app, passkeys, canHavePasskeys, recoveryCodes, email, sessions } = security;
  const [codes, setCodes] = useState<RecoveryCodes | null>(null);
  const hasFactor = app !== null || passkeys.length > 0;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <AppCard environment={environment} app={app} isOnly={passkeys.length === 0} onCodes={setCodes} />
        <RecoveryCard
          environment={environment}
          inForce={recoveryCodes}
          hasFactor={hasFactor}
          codes={codes}
          onCodes={setCodes}
        />
        <PasskeysCard
          environment={environment}
          passkeys={passkeys}
          hasApp={app !== null}
          canHavePasskeys={canHavePasskeys}
          onCodes={setCodes}
        />
      </div>
      <div className="grid gap-4">
        {passwords && <PasswordCard environment={environment} email={email} />}
        <SessionsCard environment={environment} sessions={sessions} />
      </div>
    </div>
  );
}
