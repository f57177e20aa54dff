"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import type { Result } from "@/lib/result";
import type { FieldProblems } from "./check-form";
import type { Place } from "./drafts";
import { useDraft } from "./use-draft";

type Wanted<Typed, Event, Reviewed> = {
  place: Place;
  /** What stands in the form to begin with. */
  initial: Typed;
  /** Made for this form by the page: sent twice, it is one order. */
  formId: string;
  /** What becomes of the form by an event. Pure. */
  reduce: (typed: Typed, event: Event) => Typed;
  /** What is wrong with the fields alone, said as each is left. */
  check: (form: Typed & { formId: string }) => Promise<FieldProblems>;
  /** What is to be reviewed, or what must be corrected first. */
  read: (form: Typed & { formId: string }) => Promise<Result<Reviewed, FieldProblems>>;
};

/** A problem of the text that stood in the field when it was found. */
type Found = { code: string; of: string | undefined };

/** What a review of any order is told about its form. */
export type OrderReview = {
  /** Read at submission: after "form_used" it has changed. */
  formId: string;
  onSent: (referenceId: string) => void;
  /** The server reads it otherwise: its fields say so. */
  onInvalid: (problems: FieldProblems) => void;
  onBack: () => void;
  /** The form was used for another order: what stands in it becomes a new one. */
  onStartNew: () => void;
};

/** Type, review, send: how every order is made. What was typed stays here whatever becomes of it. */
export function useOrderForm<Typed extends Record<string, string>, Event, Reviewed>(
  wanted: Wanted<Typed, Event, Reviewed>,
) {
  const { place, initial, formId, reduce, check, read } = wanted;
  const draft = useDraft({ place, initial, formId });
  const { typed, setTyped } = draft;
  const [found, setFound] = useState<Record<string, Found>>({});
  const [refused, setRefused] = useState(0);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const router = useRouter();
  const problems = useMemo(() => current(found, typed), [found, typed]);
  // Updated once a press: announcing each correction would interrupt a screen reader.
  if (refused > 0 && Object.keys(problems).length === 0) setRefused(0);

  // The same function at every key: what has not changed need not be drawn again.
  const onEvent = useCallback((event: Event) => setTyped((before) => reduce(before, event)), [setTyped, reduce]);

  function refuse(fields: FieldProblems, of: Typed) {
    setFound(Object.fromEntries(Object.entries(fields).map(([name, code]) => [name, { code, of: of[name] }])));
    setRefused(Object.keys(fields).length);
    setReviewed(null);
  }

  async function review() {
    const form = await read({ ...typed, formId: draft.formId });
    if (!form.ok) return refuse(form.error, typed);
    refuse({}, typed);
    setReviewed(form.value);
  }

  /** An empty field may be one that has not been reached yet. */
  async function leave(name: string) {
    const of = typed[name];
    if (of === undefined || of.trim() === "") return;
    const { [name]: code } = await check({ ...typed, formId: draft.formId });
    setFound(({ [name]: _before, ...others }) => (code === undefined ? others : { ...others, [name]: { code, of } }));
  }

  return {
    reviewed,
    returned: { isReturned: draft.isReturned, onStartEmpty: draft.startEmpty },
    fields: {
      typed,
      problems,
      refused,
      onEvent,
      onLeave: leave,
      onReview: review,
    },
    review: {
      formId: draft.formId,
      onSent(referenceId) {
        draft.forget();
        router.push(`/${place.environment}/transactions/${encodeURIComponent(referenceId)}`);
      },
      onInvalid: (fields) => refuse(fields, typed),
      onBack: () => setReviewed(null),
      onStartNew: draft.startNew,
    } satisfies OrderReview,
  };
}

/** What was found of a text that has been changed since is not known to be wrong any more. */
function current(found: Record<string, Found>, typed: Record<string, string>): FieldProblems {
  const still = Object.entries(found).filter(([name, { of }]) => typed[name] === of);
  return Object.fromEntries(still.map(([name, { code }]) => [name, code]));
}

/** In a form whose fields do not depend on each other, all that happens is that one is typed into. */
export type FieldEvent<Name extends string> = { name: Name; value: string };

export const withField = <Typed extends Record<string, string>>(
  typed: Typed,
  { name, value }: FieldEvent<keyof Typed & string>,
): Typed => ({ ...typed, [name]: value });
