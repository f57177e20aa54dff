"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { TextField } from "@/components/forms/form-field";
import { keptTyped } from "@/components/forms/kept-typed";
import { RestoredInput } from "@/components/forms/restored-input";
import { isAsSent } from "@/components/forms/still-wrong";
import { type KeptSettings, useKeptSettings } from "@/components/forms/use-kept-settings";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import {
  ACCOUNT_FIELDS,
  type AccountField,
  type AccountSide,
  JOURNAL_KINDS,
  type JournalKind,
  type KindAccounts,
  SIDES,
  type Side,
} from "@/lib/journals/accounts";
import { saveJournalAccountsAction } from "@/lib/journals/actions";
import type { JournalAccountsView } from "@/lib/journals/schema";
import { SUGGESTED_ACCOUNTS } from "@/lib/journals/suggested";

type Accounts = Record<JournalKind, KindAccounts>;
type Input = { seen: string | null; accounts: Accounts };

const EMPTY: AccountSide = { account: "", subAccount: "", department: "", taxClass: "" };
const NONE: KindAccounts = { debit: EMPTY, credit: EMPTY };

const KEPT = keptTyped<KeptSettings<Accounts>>();

type Props = { environment: Environment; readerId: string; view: JournalAccountsView };

/** The accounts of every kind of movement, saved together. */
export function JournalAccountsForm({ environment, readerId, view }: Props) {
  const t = useTranslations("journals");
  const common = useTranslations("common");
  const form = useKeptSettings({
    ...{ kept: KEPT, author: readerId, about: environment, inForce: view.changed?.at ?? null },
    begin: () => accountsOf(view),
  });
  const { values: accounts, seen } = form;
  const save = useCommand((input: Input) => saveJournalAccountsAction(environment, input), {
    typed: { accounts },
    onDone: ({ changedAt }, sent) => form.onSaved(changedAt, isAsSent(sent, { accounts })),
  });
  const set = (kind: JournalKind, side: Side, field: AccountField, value: string) => {
    const of = accounts[kind];
    form.setValues({ ...accounts, [kind]: { ...of, [side]: { ...of[side], [field]: value } } });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {view.changed ? (
        <p className="text-sm text-muted-foreground">
          {t.rich("changed", {
            by: view.changed.by,
            at: () => <Timestamp at={view.changed?.at ?? ""} style="minute" />,
          })}
        </p>
      ) : (
        <Alert>{t("suggested")}</Alert>
      )}
      <RestoredInput of="common.restored" isShown={form.isRestored} onDiscard={form.restart} />
      {JOURNAL_KINDS.map((kind) => (
        <TitledCard
          key={kind}
          title={t(`kinds.${kind}`)}
          aside={<span className="text-xs text-subtle-foreground">{t(`about.${kind}`)}</span>}
        >
          <div className="grid gap-4 p-4">
            {SIDES.map((side) => (
              <fieldset key={side} className="grid gap-2">
                <legend className="mb-1 text-sm font-semibold">{t(`sides.${side}`)}</legend>
                <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
                  {ACCOUNT_FIELDS.map((field) => (
                    <TextField
                      key={field}
                      name={`accounts.${kind}.${side}.${field}`}
                      label={t(`fields.${field}`)}
                      problem={save.fields[`accounts.${kind}.${side}.${field}`]}
                      required={false}
                      value={accounts[kind][side][field]}
                      onChange={(value) => set(kind, side, field, value)}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
        </TitledCard>
      ))}
      <p className="max-w-prose text-sm text-muted-foreground">{t("limits")}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" size="field" disabled={save.isPending} onClick={() => save.send({ seen, accounts })}>
          {save.isPending ? t("saving") : t("save")}
        </Button>
        <span role="status" className="text-sm text-muted-foreground">
          {save.isSaved ? t("saved") : form.isKept && common("unsaved")}
        </span>
      </div>
      <CommandProblem of={save} say={(kind) => t(`problems.${kind}`)} />
    </div>
  );
}

function accountsOf(view: JournalAccountsView): Accounts {
  const of = (kind: JournalKind) => view.accounts[kind] ?? (view.changed ? NONE : SUGGESTED_ACCOUNTS[kind]);
  const [deposits, withdrawals, fees] = [of("deposits"), of("withdrawals"), of("fees")];
  return { deposits, withdrawals, fees, top_ups: of("top_ups"), bank_transfers: of("bank_transfers") };
}
