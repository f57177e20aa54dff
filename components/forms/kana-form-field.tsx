"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { FormField } from "./form-field";

/** How what is typed is read. The rules come when they are first needed, and with them the words for what they say. */
const READERS = {
  account: () => import("@/lib/japan/account-name-input").then((module) => module.typedAccountName),
  player: () => import("@/lib/japan/typed-player-name").then((module) => module.typedPlayerName),
};

type Props = Pick<ComponentProps<typeof FormField>, "name" | "label" | "hint" | "problem"> & {
  of: keyof typeof READERS;
  /** The field is optional; its problems are shown and do not block. */
  isAdvice?: boolean;
  /** Whether the bank's spelling is said here, and not elsewhere. */
  isFormatShown?: boolean;
  value: string;
  onChange: (value: string) => void;
};

/** The field itself says what is wrong with a name, by its character. Said twice, it would be two errors. */
const SAID_BY_THE_FIELD = ["accountName", "accountNameTooLong", "playerName"];

type Change = { before: string; after: string; code: "WIDTH" | "PROPOSAL" };

/**
 * A name in katakana. While it is typed it stays as it is, because rewriting it breaks input methods; when the field
 * is left, what cannot be wrong is changed, said, and can be undone. Everything else is proposed, and confirmed by a press.
 */
export function KanaFormField(props: Props) {
  const { name, label, hint, problem, of, isAdvice = false, isFormatShown = true, value, onChange } = props;
  const isRefused = problem !== undefined;
  const t = useTranslations("kana");
  const [isTouched, setIsTouched] = useState(value !== "");
  const [isComposing, setIsComposing] = useState(false);
  const [isLeft, setIsLeft] = useState(value !== "");
  const [change, setChange] = useState<Change | null>(null);
  const kept = useRef<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { data: { read, Notes } = {} } = useQuery({
    queryKey: ["kana", of],
    queryFn: async () => {
      const [rules, words] = await Promise.all([READERS[of](), import("./kana-notes")]);
      return { read: rules, Notes: words.KanaNotes };
    },
    enabled: isTouched,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const seen = read && value !== "" && !isComposing ? read(value) : null;
  const notesId = `field-${name}-notes`;
  const isSaid = isLeft || isRefused;
  const isWrong = isRefused || (!isAdvice && isLeft && seen !== null && seen.problems.length > 0);

  function put(after: string, code: Change["code"]) {
    setChange({ before: value, after, code });
    onChange(after);
  }

  function leave() {
    setIsLeft(true);
    // What was undone by hand is not done again, and a name with a problem stays as it was typed.
    if (seen?.problems.length === 0 && seen.text !== value && kept.current !== value) put(seen.text, "WIDTH");
  }

  const onSubmit = useEffectEvent(leave);
  useEffect(() => {
    const form = field.current?.form;
    const submit = () => onSubmit();
    form?.addEventListener("submit", submit);
    return () => form?.removeEventListener("submit", submit);
  }, []);

  // A person may have left the field before the rules were there.
  const onRules = useEffectEvent(() => isLeft && document.activeElement !== field.current && leave());
  useEffect(() => {
    if (read) onRules();
  }, [read]);

  function undo(before: string) {
    kept.current = before;
    setChange(null);
    onChange(before);
  }

  const isChanged = change !== null && change.after === value;
  const said = isRefused && SAID_BY_THE_FIELD.includes(problem) ? undefined : problem;
  return (
    <FormField {...{ name, label, hint }} isOptional={isAdvice} problem={said}>
      {(control) => (
        <>
          <Input
            {...control}
            ref={field}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${notesId} ${control["aria-describedby"]}`}
            lang="ja"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required={!isAdvice}
            value={value}
            onChange={(event) => {
              setIsLeft(false);
              onChange(event.target.value);
            }}
            onFocus={() => startTransition(() => setIsTouched(true))}
            onBlur={({ currentTarget }) => {
              // Notes that appear under a pressed button would push it away from the pointer: sending it leaves the field.
              if (!currentTarget.form?.querySelector("[type='submit']:active")) leave();
            }}
            onCompositionStart={() => setIsComposing(true)}
            onCompositionEnd={() => setIsComposing(false)}
          />
          <div id={notesId} className="grid gap-1.25 text-xs empty:hidden">
            {isChanged && (
              <p
                role="status"
                className="flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-primary-soft px-2.5 py-1 text-primary"
              >
                <span>{t(`changes.${change.code}`, { before: change.before, after: change.after })}</span>
                <Button
                  variant="ghost"
                  size="small"
                  className="text-primary underline"
                  onClick={() => undo(change.before)}
                >
                  {t("undo")}
                </Button>
              </p>
            )}
            {seen && Notes ? (
              <Notes
                seen={seen}
                isLeft={isSaid}
                isAdvice={isAdvice}
                isFormatShown={isFormatShown}
                onAccept={(text) => {
                  put(text, "PROPOSAL");
                  field.current?.focus();
                }}
              />
            ) : (
              // The line is there before what it says: coming late, it would push a button from under the pointer.
              of === "account" &&
              isFormatShown &&
              value !== "" && <p className="text-muted-foreground">{t("zengin")} …</p>
            )}
          </div>
        </>
      )}
    </FormField>
  );
}
