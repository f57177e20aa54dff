"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { isWholeDay } from "@/components/filters/whole-day";
import { Button } from "@/components/ui/button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { formatDay } from "@/lib/time";
import { USUAL_CURRENCY } from "@/lib/transactions/list/filter";
import { FilterChip } from "./filter-chip";
import { useListAddress } from "./list-address";

/* Filters of a list by what is typed: text, days and amounts. */

/** Text that is compared as it is typed. */
export function TextFilter({ part, name }: { part: string; name: string }) {
  const { values, set } = useListAddress();
  const id = useId();
  return (
    <FilterChip name={name} value={values[part] ?? null} parts={[part]}>
      {(close) => (
        <form
          className="grid gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            set({ [part]: String(new FormData(event.currentTarget).get(part) ?? "").trim() });
            close();
          }}
        >
          <FieldLabel htmlFor={id}>{name}</FieldLabel>
          <TextInput id={id} name={part} defaultValue={values[part] ?? ""} />
          <Done />
        </form>
      )}
    </FilterChip>
  );
}

/** From one day to another, or one day alone. */
type Days = readonly [from: string, to: string] | readonly [string];
export type QuickDays = { text: string; days: Days };
type DaysProps = {
  name: string;
  parts: Days;
  words: Days;
  /** Days that the address has as words: they move on with the calendar. */
  quick?: QuickDays[];
  /** The day that such a word means. */
  dayOf?: (word: string) => string;
};

/** Tokyo days, both included. */
export function DaysFilter({ name, parts, words, quick = [], dayOf = (day) => day }: DaysProps) {
  const { values, set } = useListAddress();
  const id = useId();
  const given = parts.map((part) => values[part] ?? "");
  const days = given.map(dayOf);
  const locale = useLocale();
  const range = [...new Set(days)].map((day) => dayText(day, locale)).join(" – ");
  const known = quick.find((one) => one.days.join() === given.join())?.text;
  return (
    <FilterChip name={name} value={days.some(Boolean) ? (known ?? range) : null} parts={parts}>
      {(close) => (
        <>
          {quick.length > 0 && (
            <div className="flex flex-wrap gap-1.5">
              {quick.map((one) => (
                <Button
                  key={one.text}
                  size="small"
                  onClick={() => {
                    set(Object.fromEntries(parts.map((part, at) => [part, one.days[at]])));
                    close();
                  }}
                >
                  {one.text}
                </Button>
              ))}
            </div>
          )}
          {parts.map((part, at) => (
            <Field key={part}>
              <FieldLabel htmlFor={`${id}-${part}`}>{words[at]}</FieldLabel>
              <DayInput
                id={`${id}-${part}`}
                known={days[at] ?? ""}
                // The other day stands still with the one that is chosen.
                onDay={(day) => set({ ...Object.fromEntries(parts.map((one, n) => [one, days[n]])), [part]: day })}
              />
            </Field>
          ))}
        </>
      )}
    </FilterChip>
  );
}

/** As the address has it where that is no day: it filters nothing then. */
const dayText = (day: string, locale: string) => (isWholeDay(day) ? formatDay(day, locale) : day);

/** A day as it is typed, part by part; the address has it once it is whole, and drops it once it is emptied. */
function DayInput({ id, known, onDay }: { id: string; known: string; onDay: (day: string) => void }) {
  const [before, setBefore] = useState(known);
  const [typed, setTyped] = useState(known);
  if (known !== before) {
    setBefore(known);
    setTyped(known);
  }
  return (
    <Input
      id={id}
      type="date"
      value={typed}
      onChange={({ target: { value, validity } }) => {
        setTyped(value);
        // Without a part of it the browser calls the value empty, too.
        if (isWholeDay(value) || (value === "" && !validity.badInput)) onDay(value);
      }}
    />
  );
}

type AmountProps = {
  name: string;
  /** The amount as the address has it, in this currency; null where it is none. */
  read: (typed: string, currency: string) => string | null;
};

/** Amounts are compared within one currency. */
export function AmountFilter({ name, read }: AmountProps) {
  const { values } = useListAddress();
  const { least, most } = values;
  const currency = values.currency ?? USUAL_CURRENCY;
  // What is no amount filters nothing, and is not shown as if it did.
  const held = [least, most].map((typed) => (typed && read(typed, currency) !== null ? typed : ""));
  const value = held.some(Boolean) ? held.join(" – ") : null;
  return (
    <FilterChip name={name} value={value} parts={["least", "most"]}>
      {(close) => <AmountForm {...{ currency, read, close }} />}
    </FilterChip>
  );
}

type AmountFormProps = Pick<AmountProps, "read"> & { currency: string; close: () => void };

/** It is made each time that it opens: what was wrong with it before is not said of what stands in it then. */
function AmountForm({ currency, read, close }: AmountFormProps) {
  const t = useTranslations("list.amounts");
  const { values, set } = useListAddress();
  const id = useId();
  const [misread, setMisread] = useState<readonly string[]>([]);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        const ends = (["least", "most"] as const).map((part) => {
          const text = String(typed.get(part) ?? "").trim();
          return { part, amount: text === "" ? "" : read(text, currency) };
        });
        const wrong = ends.filter(({ amount }) => amount === null).map(({ part }) => part);
        setMisread(wrong);
        if (wrong.length > 0) return;
        const isSet = ends.some(({ amount }) => amount !== "");
        set({ ...Object.fromEntries(ends.map(({ part, amount }) => [part, amount])), ...(isSet && { currency }) });
        close();
      }}
    >
      {(["least", "most"] as const).map((part) => (
        <Field key={part}>
          <FieldLabel htmlFor={`${id}-${part}`}>{t(part)}</FieldLabel>
          <TextInput
            id={`${id}-${part}`}
            name={part}
            inputMode="decimal"
            defaultValue={values[part] ?? ""}
            aria-invalid={misread.includes(part) || undefined}
            aria-describedby={`${id}-${part}-problem`}
          />
          <FieldError id={`${id}-${part}-problem`} role="status">
            {misread.includes(part) && t("noAmount")}
          </FieldError>
        </Field>
      ))}
      <p className="text-xs text-muted-foreground">{t("hint")}</p>
      <Done />
    </form>
  );
}

const TextInput = (props: React.ComponentProps<typeof Input>) => (
  <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />
);

function Done() {
  const t = useTranslations("list");
  return (
    <Button type="submit" size="small" className="justify-self-start">
      {t("done")}
    </Button>
  );
}
