"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { draftAt, forgetDraft, keepDraft, type Place } from "./drafts";

type Wanted<T> = {
  place: Place;
  /** What stands in the form to begin with. */
  initial: T;
  /** Made for this form by the page, anew each time that it is rendered. */
  formId: string;
};

/** What is typed into a form that must not be sent twice, kept until it was sent. */
export function useDraft<T extends Record<string, string>>({ place, initial, formId }: Wanted<T>) {
  const { form, environment, owner, corrects, repeats = null } = place;
  const [first] = useState(initial);
  const [typed, setTyped] = useState(initial);
  // A refresh of the page must not make another form of this one: sent again, it has to be the same.
  const [id, setId] = useState(formId);
  const [isReturned, setIsReturned] = useState(false);
  const [isRead, setIsRead] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const router = useRouter();

  useEffect(() => {
    const draft = draftAt(sessionStorage, { form, environment, owner, corrects, repeats }, first, Date.now());
    if (draft) {
      setTyped(draft.typed);
      setId(draft.formId);
      setIsReturned(true);
    }
    setIsRead(true);
  }, [form, environment, owner, corrects, repeats, first]);

  useEffect(() => {
    if (!isRead) return;
    const here = { form, environment, owner, corrects, repeats };
    const isUntouched = Object.keys(first).every((name) => typed[name] === first[name]);
    if (isUntouched) forgetDraft(sessionStorage, here);
    else keepDraft(sessionStorage, here, { formId: id, typed }, Date.now());
  }, [isRead, typed, id, form, environment, owner, corrects, repeats, first]);

  if (isUsed && formId !== id) {
    setId(formId);
    setIsUsed(false);
  }

  return {
    ...{ typed, setTyped, formId: id, isReturned },
    /** It was sent: nothing of it stays behind. */
    forget: () => forgetDraft(sessionStorage, place),
    /** The form has made an order already: what stands in it now becomes another form. */
    startNew() {
      setIsUsed(true);
      if (formId === id) router.refresh();
    },
    startEmpty() {
      setTyped(first);
      setIsReturned(false);
      setIsUsed(true);
      if (formId === id) router.refresh();
    },
  };
}
