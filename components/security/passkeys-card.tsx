"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { CommandForm } from "@/components/forms/command-form";
import { TextField } from "@/components/forms/form-field";
import { makePasskey } from "@/components/sign-in/passkey";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { addPasskeyAction, removePasskeyAction, renamePasskeyAction, startPasskeyAction } from "@/lib/security/actions";
import type { RecoveryCodes, SecurityView } from "@/lib/security/schema";
import { SecuredProblem } from "./secured-problem";

type Props = Pick<SecurityView, "passkeys" | "canHavePasskeys"> & {
  environment: Environment;
  hasApp: boolean;
  onCodes: (codes: RecoveryCodes | null) => void;
};

export function PasskeysCard({ environment, passkeys, hasApp, canHavePasskeys, onCodes }: Props) {
  const t = useTranslations("security.passkeys");
  return (
    <TitledCard title={t("title")}>
      <div className="grid gap-3 p-4">
        <p className="text-muted-foreground">{canHavePasskeys ? t("lead") : t("needName")}</p>
        {passkeys.length > 0 && (
          <ul className="grid gap-3">
            {passkeys.map((passkey) => (
              <Passkey
                key={passkey.id}
                environment={environment}
                passkey={passkey}
                isOnly={!hasApp && passkeys.length === 1}
                onCodes={onCodes}
              />
            ))}
          </ul>
        )}
        {canHavePasskeys && <Add environment={environment} onCodes={onCodes} />}
      </div>
    </TitledCard>
  );
}

type PasskeyProps = Pick<Props, "environment" | "onCodes"> & {
  passkey: SecurityView["passkeys"][number];
  /** No other factor would be left, and no recovery codes. */
  isOnly: boolean;
};

function Passkey({ environment, passkey: { id, name, since, lastUsedAt }, isOnly, onCodes }: PasskeyProps) {
  const t = useTranslations("security.passkeys");
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useCommand((to: { name: string }) => renamePasskeyAction(environment, { id, ...to }), {
    typed: { name: typed },
    onDone: () => setTyped(null),
  });
  const remove = useCommand((_: null) => removePasskeyAction(environment, { id }), {
    onDone: () => isOnly && onCodes(null),
  });
  return (
    <li className="grid gap-2 border-b border-border pb-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{name}</span>
        <span className="text-xs text-subtle-foreground">
          {lastUsedAt
            ? t.rich("lastUsed", { at: () => <Timestamp at={lastUsedAt} style="minute" /> })
            : t.rich("added", { at: () => <Timestamp at={since} style="minute" /> })}
        </span>
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          <Button aria-label={t("renameWhich", { name })} onClick={() => setTyped(typed === null ? name : null)}>
            {t("rename")}
          </Button>
          <ConfirmedButton
            size="default"
            usual={{ text: t("remove"), label: t("removeWhich", { name }) }}
            sure={{ text: t("removeNow"), label: t("removeSure", { name }) }}
            keep={t("keep")}
            means={t("removeMeans", { isOnly: String(isOnly) })}
            isBusy={remove.isPending}
            onSure={() => remove.send(null)}
          />
        </span>
      </div>
      {typed !== null && (
        <CommandForm
          isPending={rename.isPending}
          onSend={() => rename.send({ name: typed })}
          className="grid max-w-80 gap-2"
        >
          <TextField
            name={`name-${id}`}
            label={t("name")}
            problem={rename.fields.name}
            value={typed}
            onChange={setTyped}
          />
          <Button type="submit" className="justify-self-start" disabled={rename.isPending}>
            {t("saveName")}
          </Button>
          <SecuredProblem change={rename} />
        </CommandForm>
      )}
      <SecuredProblem change={remove} />
    </li>
  );
}

function Add({ environment, onCodes }: Pick<Props, "environment" | "onCodes">) {
  const t = useTranslations("security.passkeys");
  const [name, setName] = useState("");
  const [isRefusedHere, setIsRefusedHere] = useState(false);
  const add = useCommand(
    async (typed: { name: string }) => {
      setIsRefusedHere(false);
      const options = await startPasskeyAction(environment, typed);
      if (!options.ok) return options;
      const response = await makePasskey(options.value).catch(() => null);
      setIsRefusedHere(response === null);
      if (!response) return { ok: false as const, error: { kind: "not_a_passkey" as const } };
      return addPasskeyAction(environment, { ...typed, response: withoutMore(response) });
    },
    {
      typed: { name },
      onDone: ({ recoveryCodes }, sent) => {
        setName((now) => (now === sent.name ? "" : now));
        if (recoveryCodes) onCodes(recoveryCodes);
      },
    },
  );
  return (
    <CommandForm isPending={add.isPending} onSend={() => add.send({ name })} className="grid max-w-80 gap-3">
      <TextField
        name="passkey-name"
        label={t("newName")}
        hint={t("nameHint")}
        problem={add.fields.name}
        value={name}
        onChange={setName}
      />
      <Button type="submit" size="field" className="justify-self-start" disabled={add.isPending}>
        {add.isPending ? t("adding") : t("add")}
      </Button>
      {isRefusedHere ? (
        <div role="alert">
          <Alert tone="failed">{t("refusedHere")}</Alert>
        </div>
      ) : (
        <SecuredProblem change={add} />
      )}
    </CommandForm>
  );
}

type Made = Awaited<ReturnType<typeof makePasskey>>;

/** Of all that a browser says about a new passkey, what is kept. */
const withoutMore = ({ id, rawId, response: { clientDataJSON, attestationObject, transports } }: Made) => ({
  ...{ id, rawId, type: "public-key" as const, clientExtensionResults: {} },
  response: { clientDataJSON, attestationObject, transports: transports ?? [] },
});
