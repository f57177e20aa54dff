"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { isConverting } from "@/components/ui/is-converting";
import { NativeSelect } from "@/components/ui/native-select";
import type { BatchField } from "@/lib/batches/row";
import type { DraftRow } from "@/lib/batches/schema";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { useProblemText } from "./row-check";
import { fieldsToSave, type TypedFields, withTyped } from "./typed-fields";

const FIELDS: { name: BatchField; width: string; kind?: "code"; lang?: string }[] = [
  { name: "destination", width: "w-24", kind: "code" },
  { name: "destinationBranchCode", width: "w-24", kind: "code" },
  { name: "destinationAccountType", width: "w-28" },
  { name: "destinationAccount", width: "w-36", kind: "code" },
  { name: "destinationAccountName", width: "w-64", lang: "ja" },
  { name: "amount", width: "w-36", kind: "code" },
  { name: "currency", width: "w-28" },
  { name: "playerId", width: "w-40", kind: "code" },
  { name: "memo", width: "w-56" },
];

const onEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape" || isConverting(event)) return;
  event.preventDefault();
  event.stopPropagation();
  leave();
};

type EditProps = {
  row: DraftRow;
  typed: TypedFields;
  first: BatchField;
  onType: (typed: TypedFields) => void;
  onSave: (fields: TypedFields) => void;
  onDrop: () => void;
  onClose: () => void;
};

/** The cells of a row, to be changed in place. Enter keeps them, Escape does not. */
export function RowEditor({ row, typed, first, onType, onSave, onDrop, onClose }: EditProps) {
  const t = useTranslations("batches");
  const words = useProblemText();
  const form = useRef<HTMLFormElement>(null);
  const shown = { ...row.fields, ...typed };
  const leave = () => {
    onDrop();
    onClose();
  };
  useEffect(() => form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus(), [first]);

  function save(event: FormEvent) {
    event.preventDefault();
    const fields = fieldsToSave(row.fields, typed);
    const isChanged = Object.keys(fields).length > 0;
    if (!isChanged) onDrop();
    // A row that the file has something wrong with as a whole is confirmed by saving it.
    if (isChanged || row.problems?.line !== undefined) onSave(fields);
    onClose();
  }
  return (
    <form
      ref={form}
      onSubmit={save}
      onKeyDown={onEscape(leave)}
      aria-label={t("draft.editRow", { line: row.line })}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 pt-1 pb-3"
    >
      {row.raw !== undefined && (
        <p className="w-full text-xs text-muted-foreground">
          {t("draft.inFile")} <code className="break-all whitespace-pre-wrap">{row.raw}</code>
        </p>
      )}
      {FIELDS.map(({ name, width, kind, lang }) => {
        const id = `row-${row.line}-${name}`;
        const problem = row.problems?.[name];
        const control = {
          ...{ id, name, value: shown[name], "aria-invalid": problem === undefined ? undefined : (true as const) },
          "aria-describedby": `${id}-problem`,
        };
        const set = (value: string) => onType(withTyped(row.fields, typed, name, value));
        return (
          <Field key={name} className={`${width} max-w-full`}>
            <FieldLabel htmlFor={id} className="text-xs">
              {t(`fields.${name}`)}
            </FieldLabel>
            {name === "currency" ? (
              <NativeSelect {...control} onChange={({ target }) => set(target.value)}>
                {[...new Set([shown.currency, ...WITHDRAWAL_CURRENCIES])].map((currency) => (
                  <option key={currency}>{currency}</option>
                ))}
              </NativeSelect>
            ) : (
              <Input
                {...control}
                {...(kind && { kind })}
                lang={lang}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => set(target.value)}
              />
            )}
            <FieldError id={`${id}-problem`}>{problem !== undefined && words(problem)}</FieldError>
          </Field>
        );
      })}
      <span className="flex gap-2 self-end">
        <Button type="submit" variant="primary" size="field">
          {t("draft.save")}
        </Button>
        <Button size="field" onClick={leave}>
          {t("draft.cancel")}
        </Button>
      </span>
    </form>
  );
}

type ReasonProps = {
  name: string;
  label: string;
  submit: string;
  isSaving: boolean;
  /** The caller closes the form once the reason is saved, so that what was typed stays until then. */
  onSubmit: (reason: string) => void;
  onClose: () => void;
};

/** Why rows are left out, or paid in spite of a warning. */
export function RowReason({ name, label, submit, isSaving, onSubmit, onClose }: ReasonProps) {
  const t = useTranslations("batches.draft");
  const words = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => input.current?.focus(), []);

  function send(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    const reason = input.current?.value.trim() ?? "";
    setMissing(reason === "");
    if (reason === "") return input.current?.focus();
    onSubmit(reason);
  }
  const id = `reason-${name}`;
  return (
    <form onSubmit={send} onKeyDown={onEscape(onClose)} className="flex flex-wrap items-end gap-2 px-4 pt-1 pb-3">
      <Field className="min-w-64 flex-1 basis-80">
        <FieldLabel htmlFor={id}>{label}</FieldLabel>
        <Input ref={input} id={id} maxLength={200} autoComplete="off" aria-describedby={`${id}-problem`} />
        <FieldError id={`${id}-problem`} role="alert">
          {isMissing && words("required")}
        </FieldError>
      </Field>
      <Button type="submit" variant="primary" size="field" disabled={isSaving}>
        {submit}
      </Button>
      <Button size="field" onClick={onClose}>
        {t("cancel")}
      </Button>
    </form>
  );
}
