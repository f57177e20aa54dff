"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useReducer, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { CommandForm } from "@/components/forms/command-form";
import { TextField } from "@/components/forms/form-field";
import { FormCell, FormGrid, FormGroup } from "@/components/forms/form-group";
import { Button } from "@/components/ui/button";
import { Card, CardBody, TitledCard } from "@/components/ui/card";
import { NativeSelect } from "@/components/ui/native-select";
import { AccountFields } from "@/components/withdrawals/account-fields";
import type { Environment } from "@/lib/environment";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { proposePayeeAction, proposePayeeChangeAction } from "@/lib/payees/actions";
import { payeeCache } from "@/lib/payees/cache";
import { type FormState, reduceForm } from "@/lib/withdrawals/form-state";

export type PayeeFormState = { account: FormState; label: string };

type Props = {
  environment: Environment;
  initial: PayeeFormState;
  /** The payee that is changed, and the version that stands in the form. */
  changes: { payeeId: string; seen: number } | null;
};

type NewPayee = Parameters<typeof proposePayeeAction>[1];
type ChangedPayee = Parameters<typeof proposePayeeChangeAction>[1];

/** What is proposed about a payee: a second person decides about it. */
export function PayeeForm({ environment, initial, changes }: Props) {
  const t = useTranslations("payees.form");
  const payees = useTranslations("payees");
  const problems = useTranslations("payees.problems");
  const router = useRouter();
  const [typed, onEvent] = useReducer(reduceForm, initial.account);
  const [label, setLabel] = useState(initial.label);
  const { amount: _amount, purpose: _purpose, attachments: _attachments, payee: _payee, ...read } = typed;
  const { filledPlayerId: _filled, ...account } = read;
  // The server reads every field by its currency.
  const payee = { ...account, label } as NewPayee;
  const proposal = changes ? { ...changes, payee } : payee;
  const propose = useCommand(
    (input: NewPayee | ChangedPayee) =>
      "payeeId" in input ? proposePayeeChangeAction(environment, input) : proposePayeeAction(environment, input),
    {
      typed: proposal,
      changes: payeeCache.all(environment),
      onDone: ({ payeeId }) => router.push(`/${environment}/payees/${payeeId}`),
    },
  );

  const { refusal } = propose;
  // The fields of a change lie deeper.
  const fields = Object.fromEntries(
    Object.entries(propose.fields).map(([name, code]) => [name.replace(/^payee\./, ""), code]),
  );
  return (
    <CommandForm
      isPending={propose.isLeaving}
      onSend={() => propose.send(proposal)}
      className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <Card>
        <FormGroup
          number={1}
          title={t("accountGroup")}
          aside={
            changes === null && (
              <label htmlFor="field-currency" className="flex items-center gap-2 text-xs text-muted-foreground">
                {t("currency")}
                <NativeSelect
                  id="field-currency"
                  name="currency"
                  className="min-h-8 py-1 text-sm"
                  value={typed.currency}
                  onChange={({ target }) => onEvent({ kind: "typed", name: "currency", value: target.value })}
                >
                  {WITHDRAWAL_CURRENCIES.map((currency) => (
                    <option key={currency}>{currency}</option>
                  ))}
                </NativeSelect>
              </label>
            )
          }
        >
          <AccountFields environment={environment} typed={typed} problems={fields} onEvent={onEvent} />
        </FormGroup>
        <FormGroup number={2} title={t("about")}>
          <FormGrid>
            <FormCell span="narrow">
              <TextField
                name="playerId"
                kind="code"
                label={payees("player")}
                isOptional
                hint={t("playerHint")}
                problem={fields.playerId}
                value={typed.playerId}
                onChange={(value) => onEvent({ kind: "typed", name: "playerId", value })}
              />
            </FormCell>
            <FormCell span="wide">
              <TextField
                name="label"
                label={payees("parts.label")}
                isOptional
                hint={t("labelHint")}
                problem={fields.label}
                value={label}
                onChange={setLabel}
              />
            </FormCell>
          </FormGrid>
        </FormGroup>
      </Card>
      <TitledCard title={t("secondTitle")} className="xl:sticky xl:top-header">
        <CardBody className="grid gap-3">
          <p className="text-sm text-muted-foreground">{t(changes ? "secondChange" : "second")}</p>
          <p className="text-sm text-muted-foreground">{t("evidence")}</p>
          <CommandProblem of={propose} say={(kind) => problems(kind)} />
          {refusal?.kind === "in_book" && (
            <Link href={`/${environment}/payees/${refusal.payeeId}`} className="text-sm text-primary hover:underline">
              {problems("openOther")}
            </Link>
          )}
          <Button type="submit" variant="primary" size="field" disabled={propose.isLeaving}>
            {propose.isLeaving ? payees("sending") : t(changes ? "proposeChange" : "propose")}
          </Button>
        </CardBody>
      </TitledCard>
    </CommandForm>
  );
}
