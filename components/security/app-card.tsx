"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { useCommand } from "@/components/commands/use-command";
import { Copyable } from "@/components/display/copyable";
import { Timestamp } from "@/components/display/timestamp";
import { CommandForm } from "@/components/forms/command-form";
import { FormField } from "@/components/forms/form-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import { confirmAppAction, removeAppAction, startAppAction } from "@/lib/security/actions";
import type { AppSetUp, RecoveryCodes, SecurityView } from "@/lib/security/schema";
import { SecuredProblem } from "./secured-problem";

type Props = {
  environment: Environment;
  app: SecurityView["app"];
  /** No other factor would be left, and no recovery codes. */
  isOnly: boolean;
  onCodes: (codes: RecoveryCodes | null) => void;
};

/** Codes from an authenticator app: set up, in use, or taken away. */
export function AppCard({ environment, app, isOnly, onCodes }: Props) {
  const t = useTranslations("security.app");
  const [setUp, setSetUp] = useState<AppSetUp | null>(null);
  const start = useCommand((_: null) => startAppAction(environment, {}), { onDone: setSetUp });
  const remove = useCommand((_: null) => removeAppAction(environment, {}), {
    onDone: () => isOnly && onCodes(null),
  });
  return (
    <TitledCard title={t("title")} aside={<Badge className="ml-auto">{app ? t("on") : t("off")}</Badge>}>
      <div className="grid justify-items-start gap-3 p-4">
        {app ? (
          <>
            <p className="text-muted-foreground">
              {t.rich("since", { at: () => <Timestamp at={app.since} style="minute" /> })}
            </p>
            <div className="flex flex-wrap gap-2">
              <ConfirmedButton
                size="field"
                usual={{ text: t("remove"), label: t("remove") }}
                sure={{ text: t("removeNow"), label: t("removeSure") }}
                keep={t("keep")}
                means={t("removeMeans", { isOnly: String(isOnly) })}
                isBusy={remove.isPending}
                onSure={() => remove.send(null)}
              />
            </div>
            <SecuredProblem change={remove} />
          </>
        ) : setUp ? (
          <>
            <Confirm
              key={setUp.startedAt}
              environment={environment}
              setUp={setUp}
              onDone={(codes) => {
                setSetUp(null);
                if (codes) onCodes(codes);
              }}
            />
            <Button variant="ghost" disabled={start.isPending} onClick={() => start.send(null)}>
              {t("startAgain")}
            </Button>
            <SecuredProblem change={start} />
          </>
        ) : (
          <>
            <p className="text-muted-foreground">{t("lead")}</p>
            <Button size="field" disabled={start.isPending} onClick={() => start.send(null)}>
              {t("setUp")}
            </Button>
            <SecuredProblem change={start} />
          </>
        )}
      </div>
    </TitledCard>
  );
}

type ConfirmProps = { environment: Environment; setUp: AppSetUp; onDone: (codes: RecoveryCodes | null) => void };

function Confirm({ environment, setUp: { secret, picture, startedAt }, onDone }: ConfirmProps) {
  const t = useTranslations("security.app");
  const [code, setCode] = useState("");
  const confirm = useCommand((typed: string) => confirmAppAction(environment, { startedAt, code: typed }), {
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <CommandForm isPending={confirm.isPending} onSend={() => confirm.send(code)} className="grid gap-3">
      <p>{t("scan")}</p>
      <QrCode picture={picture} label={t("picture")} />
      <p className="text-muted-foreground">
        {t("byHand")} <Copyable text={secret} what={t("secret")} />
      </p>
      <FormField name="app-code" label={t("code")} hint={t("codeHint")} problem={undefined}>
        {(control) => (
          <Input
            {...control}
            kind="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
            autoFocus
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </FormField>
      <Button type="submit" variant="primary" size="field" className="justify-self-start" disabled={confirm.isPending}>
        {t("confirm")}
      </Button>
      <SecuredProblem change={confirm} />
    </CommandForm>
  );
}

type QrCodeProps = { picture: AppSetUp["picture"]; label: string };

/** Always dark on white, also at night: many cameras read no other. */
function QrCode({ picture: { size, path }, label }: QrCodeProps) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 rounded-lg">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
