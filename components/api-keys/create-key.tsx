"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { ShownSecret } from "@/components/display/shown-secret";
import { useShownSecrets } from "@/components/display/use-shown-secrets";
import { CommandForm } from "@/components/forms/command-form";
import { flipped } from "@/components/forms/flipped";
import { FormField, TextField } from "@/components/forms/form-field";
import { LimitFields, limitsIn } from "@/components/settings/limit-fields";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { createApiKeyAction } from "@/lib/api-keys/actions";
import type { ApiKeyView } from "@/lib/api-keys/schema";
import { API_SCOPES, type ApiScope } from "@/lib/auth/api-scopes";
import type { Environment } from "@/lib/environment";
import { useScopeName } from "./use-scope-name";

type Typed = Omit<Parameters<typeof createApiKeyAction>[1], "limits"> & { limits: Record<string, string> };

const EMPTY: Typed = { name: "", scopes: ["orders:read"], networks: "", lastDay: "", limits: {} };

type Props = { environment: Environment; apiKeys: Pick<ApiKeyView, "keyId" | "revoked">[] };
type Shown = { keyId: string; name: string; secret: string; pays: boolean };

/** The form of a new key. */
export function CreateKey({ environment, apiKeys }: Props) {
  const t = useTranslations("apiKeys");
  const scopeName = useScopeName();
  const [typed, setTyped] = useState(EMPTY);
  const { shown, show, forget } = useShownSecrets<Shown>();
  const pays = typed.scopes.includes("payouts:request");
  const key = { ...typed, limits: pays ? limitsIn(typed.limits) : [] };
  const create = useCommand((input: typeof key) => createApiKeyAction(environment, input), {
    typed: key,
    onDone: (made, sent) => {
      show({ ...made, name: sent.name, pays: sent.scopes.includes("payouts:request") });
      setTyped((now) => (now.name === sent.name ? EMPTY : now));
    },
  });
  const isRevoked = (made: Shown) => apiKeys.some(({ keyId, revoked }) => keyId === made.keyId && revoked !== null);
  const flip = (scope: ApiScope) => setTyped({ ...typed, scopes: flipped(typed.scopes, scope) });
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      {shown.map(
        (made) =>
          !isRevoked(made) && (
            <ShownSecret
              key={made.keyId}
              of="apiKeys"
              name={made.name}
              secret={made.secret}
              note={made.pays && t("secret.notYours")}
              onKept={() => forget(made)}
            />
          ),
      )}
      <h3 className="text-sm font-semibold">{t("add.title")}</h3>
      <CommandForm isPending={create.isPending} onSend={() => create.send(key)} className="grid gap-4">
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <TextField
            name="name"
            label={t("add.name")}
            hint={t("add.nameHint")}
            problem={create.fields.name}
            value={typed.name}
            onChange={(name) => setTyped({ ...typed, name })}
          />
          <TextField
            name="networks"
            label={t("add.networks")}
            hint={t("add.networksHint")}
            problem={create.fields.networks}
            value={typed.networks}
            onChange={(networks) => setTyped({ ...typed, networks })}
            required={false}
            kind="code"
          />
          <FormField
            name="lastDay"
            label={t("add.lastDay")}
            hint={t("add.lastDayHint")}
            problem={create.fields.lastDay}
          >
            {(control) => (
              <Input
                {...control}
                type="date"
                value={typed.lastDay}
                onChange={({ target }) => setTyped({ ...typed, lastDay: target.value })}
              />
            )}
          </FormField>
        </div>
        <fieldset className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          <legend className="mb-1 text-sm font-medium">{t("add.scopes")}</legend>
          {API_SCOPES.map((scope) => (
            <label key={scope} className="flex min-h-6 items-center gap-2 text-md">
              <input type="checkbox" checked={typed.scopes.includes(scope)} onChange={() => flip(scope)} />
              {scopeName(scope)} <span className="font-mono text-xs text-muted-foreground">{scope}</span>
            </label>
          ))}
        </fieldset>
        {pays && (
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-sm font-medium">{t("add.limits")}</legend>
            <p className="text-sm text-muted-foreground">{t("add.limitsHint")}</p>
            <LimitFields
              of="new-key"
              typed={typed.limits}
              problems={create.fields}
              onChange={(limits) => setTyped({ ...typed, limits })}
            />
          </fieldset>
        )}
        <Button
          type="submit"
          variant="primary"
          size="field"
          className="justify-self-start"
          disabled={create.isPending || typed.scopes.length === 0}
        >
          {t(create.isPending ? "add.creating" : "add.submit")}
        </Button>
        <CommandProblem of={create} say={(problem) => t(`problems.${problem}`)} />
      </CommandForm>
    </div>
  );
}
