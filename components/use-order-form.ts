"use client";

import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import type { Result } from "@/lib/result";
import type { FieldProblems } from "./check-form";
import type { Place } from "./drafts";
import { useDraft } from "./use-draft";

type Wanted<Typed, Reviewed> = {
  place: Place;
  /** What stands in the form to begin with. */
  initial: Typed;
  /** Made for this form by the page: sent twice, it is one order. */
  formId: string;
  /** What is to be reviewed, or what must be corrected first. */
  read: (form: Typed & { formId: string }) => Promise<Result<Reviewed, FieldProblems>>;
};

/** What a review of any order is told about its form. */
export type OrderReview = {
  /** Taken anew when it is sent: after "form used" it is another one. */
  formId: string;
  onSent: (referenceId: string) => void;
  /** The server reads it otherwise: its fields say so. */
  onInvalid: (problems: FieldProblems) => void;
  onBack: () => void;
  /** The form was used for another order: what stands in it becomes a new one. */
  onStartNew: () => void;
};

/** Type, review, send: how every order is made. What was typed stays here whatever becomes of it. */
export function useOrderForm<Typed extends Record<string, string>, Reviewed>(wanted: Wanted<Typed, Reviewed>) {
  const { place, initial, formId, read } = wanted;
  const draft = useDraft({ place, initial, formId });
  const { typed, setTyped } = draft;
  const [problems, setProblems] = useState<FieldProblems>({});
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const router = useRouter();

  // The same function at every letter: what has not changed need not be drawn again.
  const onType = useCallback(
    (name: keyof Typed & string, value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setProblems((before) => (Object.hasOwn(before, name) ? without(before, name) : before));
    },
    [setTyped],
  );

  async function review() {
    const form = await read({ ...typed, formId: draft.formId });
    setProblems(form.ok ? {} : form.error);
    setReviewed(form.ok ? form.value : null);
  }

  return {
    reviewed,
    returned: { isReturned: draft.isReturned, onStartEmpty: draft.startEmpty },
    fields: {
      typed,
      problems,
      onType,
      onReview: review,
    },
    review: {
      formId: draft.formId,
      onSent(referenceId) {
        draft.forget();
        router.push(`/${place.environment}/transactions/${encodeURIComponent(referenceId)}`);
      },
      onInvalid(found) {
        setProblems(found);
        setReviewed(null);
      },
      onBack: () => setReviewed(null),
      onStartNew: draft.startNew,
    } satisfies OrderReview,
  };
}

function without(problems: FieldProblems, name: string): FieldProblems {
  const { [name]: _corrected, ...others } = problems;
  return others;
}
