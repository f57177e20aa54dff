"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { Unsent } from "@/components/commands/unsent";
import { useCommand } from "@/components/commands/use-command";
import { useUnsent } from "@/components/commands/use-unsent";
import { ChoiceField } from "@/components/forms/choice-field";
import { TextField } from "@/components/forms/form-field";
import { keptTyped } from "@/components/forms/kept-typed";
import { useKeptTyped } from "@/components/forms/use-kept-typed";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { isBooked } from "@/lib/journals/entries";
import { absolute } from "@/lib/money/amount";
import { nameMovementAction } from "@/lib/reconciliation/actions";
import { movementCache } from "@/lib/reconciliation/cache";
import { MOVEMENT_KINDS, type MovementKind } from "@/lib/reconciliation/movements/movement";
import { AMOUNT_CONDITIONS } from "@/lib/reconciliation/movements/rule";
import type { MovementDetail } from "@/lib/reconciliation/movements/schema";

type Props = { environment: Environment; movement: MovementDetail; readerId: string };
type Sent = Parameters<typeof nameMovementAction>[1];
type Rule = NonNullable<Sent["rule"]>;
type Typed = { kind: MovementKind | ""; note: string; makesRule: boolean; rule: Rule };

/** Other movements are opened meanwhile, to compare them. */
const KEPT = keptTyped<Typed>();

/** What a movement is, once, and whether the next ones like it have the same name. */
export function NameMovement({ environment, movement, readerId }: Props) {
  const t = useTranslations("movements");
  const { movementId, currency, amount, offers, state } = movement;
  const form = useKeptTyped(KEPT, { author: readerId, about: movementId }, () => blank(amount));
  const { kind, note, makesRule, rule } = form.typed;
  const change = (part: Partial<Typed>) => form.setTyped({ ...form.typed, ...part });
  const name = useCommand(
    form.sending((input: Sent) => nameMovementAction(environment, input)),
    {
      typed: { note, rule },
      // Where the name is undone, the form begins empty.
      onDone: form.restart,
      changes: movementCache.all(environment),
      refreshes: true,
    },
  );
  const isOver = state !== "unnamed";
  const unsent = useUnsent(isOver, name, form.wasSent);
  const isEntered = kind !== "" || note !== "" || makesRule;
  if (isOver)
    return (
      unsent &&
      isEntered && (
        <Unsent
          why={unsent}
          notRecorded={t("panel.unsent")}
          typed={[
            [t("columns.name"), kind && t(`kinds.${kind}`)],
            [t("columns.note"), note],
          ]}
        />
      )
    );
  return (
    <section className="grid gap-3 border-t border-border pt-4">
      <h3 className="text-sm font-semibold">{t("panel.nameTitle")}</h3>
      {offers.map((offer) => (
        <Button
          key={offer.number}
          className="justify-self-start"
          onClick={() => change({ kind: offer.kind, note: offer.note })}
        >
          {t("panel.offer", { number: offer.number, name: t(`kinds.${offer.kind}`) })}
        </Button>
      ))}
      <ChoiceField<MovementKind | "">
        name="movement-kind"
        label={t("columns.name")}
        options={["", ...MOVEMENT_KINDS]}
        text={(one) => (one === "" ? t("panel.choose") : t(`kinds.${one}`))}
        value={kind}
        hint={kind !== "" && !isBooked({ name: kind, amount, currency }) ? t("panel.byHand") : undefined}
        onChange={(one) => change({ kind: one })}
      />
      <TextField
        name="movement-note"
        label={t("columns.note")}
        hint={t("panel.noteHint")}
        required={false}
        problem={name.fields.note}
        value={note}
        onChange={(text) => change({ note: text })}
      />
      <label className="flex min-h-6 items-center gap-2 text-md">
        <input type="checkbox" checked={makesRule} onChange={({ target }) => change({ makesRule: target.checked })} />
        {t("panel.makeRule")}
      </label>
      {makesRule && (
        <RuleFields
          {...{ rule, currency, amount }}
          fields={name.fields}
          onChange={(typed) => change({ rule: typed })}
        />
      )}
      <Button
        variant="primary"
        className="justify-self-start"
        disabled={kind === "" || name.isPending}
        onClick={() => {
          if (kind !== "") name.send({ movementId, kind, note, currency, rule: makesRule ? rule : null });
        }}
      >
        {t("panel.name")}
      </Button>
      <CommandProblem of={name} say={(problem) => t(`panel.problems.${problem}`)} />
    </section>
  );
}

const blank = (amount: string): Typed => ({
  ...{ kind: "", note: "", makesRule: false },
  rule: { condition: "equal", amount: absolute(amount), amountTo: "", onWeekdays: false, times: null },
});

type RuleProps = {
  rule: Rule;
  currency: string;
  amount: string;
  fields: Record<string, string | undefined>;
  onChange: (rule: Rule) => void;
};

const USUAL_TIMES = { from: "09:00", to: "15:00" };

function RuleFields({ rule, currency, amount, fields, onChange }: RuleProps) {
  const t = useTranslations("movements.rule");
  const isIn = !amount.startsWith("-");
  return (
    <div className="grid gap-3 rounded-lg border border-border bg-muted p-3">
      <p className="text-xs text-muted-foreground">{t("lead", { currency, direction: isIn ? "in" : "out" })}</p>
      <ChoiceField
        name="rule-condition"
        label={t("condition")}
        options={AMOUNT_CONDITIONS}
        text={(one) => t(`conditions.${one}`)}
        value={rule.condition}
        onChange={(condition) => onChange({ ...rule, condition })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          name="rule-amount"
          label={t(`amounts.${rule.condition}`)}
          problem={fields["rule.amount"]}
          inputMode="decimal"
          value={rule.amount}
          onChange={(typed) => onChange({ ...rule, amount: typed })}
        />
        {rule.condition === "range" && (
          <TextField
            name="rule-amount-to"
            label={t("amountTo")}
            problem={fields["rule.amountTo"]}
            inputMode="decimal"
            value={rule.amountTo}
            onChange={(typed) => onChange({ ...rule, amountTo: typed })}
          />
        )}
      </div>
      <label className="flex min-h-6 items-center gap-2 text-md">
        <input
          type="checkbox"
          checked={rule.onWeekdays}
          onChange={({ target }) => onChange({ ...rule, onWeekdays: target.checked })}
        />
        {t("onWeekdays")}
      </label>
      <label className="flex min-h-6 items-center gap-2 text-md">
        <input
          type="checkbox"
          checked={rule.times !== null}
          onChange={({ target }) => onChange({ ...rule, times: target.checked ? USUAL_TIMES : null })}
        />
        {t("atTimes")}
      </label>
      {rule.times && (
        <div className="grid grid-cols-2 gap-3">
          {(["from", "to"] as const).map((edge) => (
            <TextField
              key={edge}
              name={`rule-time-${edge}`}
              label={t(`times.${edge}`)}
              problem={fields["rule.times"] ?? fields[`rule.times.${edge}`]}
              type="time"
              required={false}
              value={rule.times?.[edge] ?? ""}
              onChange={(typed) => onChange({ ...rule, times: { ...(rule.times ?? USUAL_TIMES), [edge]: typed } })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
