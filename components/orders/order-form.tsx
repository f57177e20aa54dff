"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ZodType } from "zod";
import { Sending } from "@/components/commands/read-only";
import { Timestamp } from "@/components/display/timestamp";
import { SignedOut } from "@/components/feedback/signed-out";
import { checkForm } from "@/components/forms/check-form";
import type { Place } from "@/components/forms/drafts";
import { RestoredInput } from "@/components/forms/restored-input";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, TitledCard } from "@/components/ui/card";
import { isConverting } from "@/components/ui/is-converting";
import { useHydrated } from "@/components/use-hydrated";
import { isSignedOut } from "@/lib/fetch-view";
import type { Result } from "@/lib/result";
import { type DependsOn, type FieldProblems, type Found, foundOnLeaving, stillFound } from "./found-problems";
import { orderPath } from "./order-link";
import { BESIDE, SIDE_BY_SIDE } from "./order-summary";
import { useDraft } from "./use-draft";
import { useReview } from "./use-review";

/** What the fields of any order are given. */
export type OrderFields<Typed, Event> = {
  typed: Typed;
  /** As it was when a field was last left. */
  left: Typed;
  problems: FieldProblems;
  onEvent: (event: Event) => void;
  /** Something of the form is still on its way: it is reviewed once that is there. */
  onBusy: (isBusy: boolean) => void;
};

/** What the summary of any order is given. */
export type SummedForm<Typed> = {
  typed: Typed;
  left: Typed;
  formId: string;
  /** The button that opens the review, called what it leads to. */
  submit: (words: string) => ReactNode;
};

/** What the review of any order gets from its form. */
export type ReviewedOrder = {
  /** Read at submission: after "form_used" it has changed. */
  formId: string;
  /** Until its outcome is known, and then until its page is there, the review stays. */
  onSending: (isSending: boolean) => void;
  onSent: (referenceId: string) => void;
  /** The server reads it otherwise: its fields say so. */
  onInvalid: (problems: FieldProblems) => void;
  onBack: () => void;
  /** The form was used for another order: what stands in it becomes a new one. */
  onStartNew: () => void;
};

type Props<Typed, Event, Input, Reviewed> = {
  place: Place;
  /** What stands in the form to begin with. */
  initial: Typed;
  /** Made for this form by the page: sent twice, it is one order. */
  formId: string;
  /** What becomes of the form by an event. Pure. */
  reduce: (typed: Typed, event: Event) => Typed;
  dependsOn: DependsOn;
  /** The server's rules for the fields, loaded when they are first needed. */
  rules: () => Promise<ZodType<Input>>;
  /** What is to be reviewed, or what must be corrected first. */
  read: (form: Typed & { formId: string }) => Promise<Result<Reviewed, FieldProblems>>;
  children: (fields: OrderFields<Typed, Event>) => ReactNode;
  /** Beside the form: what it would do, and the button that leads on. */
  summary: (form: SummedForm<Typed>) => ReactNode;
  /** Below the summary, as what arrives late must not push its button from under the pointer. */
  notes?: (left: Typed, formId: string) => ReactNode;
  /** Below the form: what else is known of it, as it was left. */
  below?: (left: Typed, formId: string) => ReactNode;
  review: (reviewed: Reviewed, form: ReviewedOrder) => ReactNode;
};

/** Enter, review, send: how every order is made. What was entered is kept, independent of the outcome. */
export function OrderForm<Typed extends Record<string, string>, Event, Input, Reviewed>(
  props: Props<Typed, Event, Input, Reviewed>,
) {
  const { place, initial, formId, reduce, dependsOn, rules, read, review, ...shown } = props;
  const draft = useDraft({ place, initial, formId });
  const { typed, setTyped } = draft;
  const [found, setFound] = useState<Record<string, Found>>({});
  const [refused, setRefused] = useState(0);
  const { reviewed, ...reviewing } = useReview<Typed, Reviewed>(typed);
  // In place of the review: what was sent is not reviewed again.
  const leaveTo = useSurePush("replace");
  const problems = useMemo(() => stillFound(found, typed, dependsOn), [found, typed, dependsOn]);
  // Updated once a press: announcing each correction would interrupt a screen reader.
  if (refused > 0 && Object.keys(problems).length === 0) setRefused(0);

  // The same function at every key: what has not changed need not be drawn again.
  const onEvent = useCallback((event: Event) => setTyped((before) => reduce(before, event)), [setTyped, reduce]);

  function refuse(fields: FieldProblems, of: Typed) {
    setFound(Object.fromEntries(Object.entries(fields).map(([name, code]) => [name, { code, of }])));
    setRefused(Object.keys(fields).length);
  }

  async function onReview() {
    const form = await read({ ...typed, formId: draft.formId });
    if (!form.ok) return refuse(form.error, typed);
    refuse({}, typed);
    reviewing.open(form.value);
  }

  /** An empty field may be one that has not been reached yet. */
  async function onLeave(name: string) {
    if ((typed[name] ?? "").trim() === "") return;
    const checked = await checkForm(rules(), { ...typed, formId: draft.formId });
    const problems = checked.ok ? {} : checked.error;
    setFound((before) => foundOnLeaving(name, before, { problems, typed }, dependsOn));
  }

  if (reviewed) {
    return review(reviewed, {
      formId: draft.formId,
      onSending: reviewing.onSending,
      onSent(referenceId) {
        draft.forget();
        leaveTo(orderPath(place.environment, referenceId));
      },
      onInvalid(fields) {
        refuse(fields, typed);
        reviewing.close();
      },
      onBack: reviewing.close,
      onStartNew: draft.startNew,
    });
  }
  return (
    <Sending>
      <RestoredInput of="common.draft" isShown={draft.isReturned} onDiscard={draft.startEmpty} className="mb-4" />
      {/* A restored draft is what the form begins with: its fields have to think so, too. */}
      <Entry
        key={draft.isReturned ? "restored" : "new"}
        {...{ typed, problems, refused, onEvent, onLeave, onReview, ...shown }}
        savedAt={draft.savedAt}
        formId={draft.formId}
      />
    </Sending>
  );
}

type EntryProps<Typed extends Record<string, string>, Event> = Omit<OrderFields<Typed, Event>, "onBusy" | "left"> &
  Pick<Props<Typed, Event, unknown, unknown>, "children" | "summary" | "notes" | "below" | "formId"> & {
    /** When the draft was last kept; null where nothing is typed. */
    savedAt: string | null;
    /** How many fields needed a correction when the form was last read. */
    refused: number;
    onLeave: (name: string) => Promise<void>;
    onReview: () => Promise<void>;
  };

/** The form that is read before it is reviewed: nothing leaves from here, and nothing typed is lost. */
function Entry<Typed extends Record<string, string>, Event>(props: EntryProps<Typed, Event>) {
  const { refused, savedAt, formId, onLeave, onReview, summary, notes, below, children, ...fields } = props;
  const t = useTranslations("orders.form");
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const review = useMutation({ mutationFn: () => onReview() });
  // Looked into when a field is left: never at every key, and never while an input method is at work.
  const [left, setLeft] = useState(fields.typed);
  const [isBusy, setBusy] = useState(false);
  // What an input method has not finished with is not read.
  const [debounced, setDebounced] = useState<Typed | null>(null);

  // What was picked, and not typed into the field with the focus, needs no field to be left.
  const seen = useRef(fields.typed);
  useEffect(() => {
    const [before, now] = [Object.entries(seen.current), new Map(Object.entries(fields.typed))];
    seen.current = fields.typed;
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLInputElement ? activeElement.name : null;
    if (before.some(([name, value]) => name !== focused && now.get(name) !== value))
      startTransition(() => setLeft(fields.typed));
  }, [fields.typed]);

  // After a press, the focus goes to the first field that needs a correction.
  const { isSuccess, submittedAt } = review;
  useEffect(() => {
    if (isSuccess && submittedAt) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isSuccess, submittedAt]);

  const isChecking = review.isPending;
  const isDisabled = !hydrated || isChecking || isBusy;
  // Drawn a frame after the key: a character that waits for the sums is felt.
  const summed = useDeferredValue(debounced ?? fields.typed);
  const sums = useMemo(() => {
    const submit = (text: string) => (
      <Button type="submit" variant="primary" size="field" disabled={isDisabled}>
        {isChecking ? t("checking") : text}
      </Button>
    );
    return summary({ typed: summed, left, formId, submit });
  }, [summary, summed, left, formId, isDisabled, isChecking, t]);

  return (
    <form
      ref={form}
      method="post"
      noValidate
      // On a phone the foot with the button lies over the end of the page.
      className={`${SIDE_BY_SIDE} max-md:pb-20`}
      onKeyDown={ignoreComposing}
      onCompositionStart={() => setDebounced(fields.typed)}
      onCompositionEnd={() => setDebounced(null)}
      onBlur={({ currentTarget, target }) => {
        // A message that appears under a pressed button would push it away from the pointer; the review says it anyway.
        const isPressed = currentTarget.querySelector("[type='submit']:active") !== null;
        const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
        if (!isField || isPressed) return;
        startTransition(() => setLeft(fields.typed));
        void onLeave(target.name);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) review.mutate();
      }}
    >
      <div className="grid min-w-0 gap-4">
        <Card>
          {/* What was chosen before the page could react would be forgotten when it can. */}
          <fieldset disabled={!hydrated} className="min-w-0">
            {children({ ...fields, left, onBusy: setBusy })}
          </fieldset>
        </Card>
        {below?.(left, formId)}
      </div>
      <aside className={BESIDE}>
        <TitledCard title={t("summary")} aside={savedAt && <DraftSaved at={savedAt} />}>
          <div className="grid gap-3 px-4 py-3.5">{sums}</div>
        </TitledCard>
        <div role="alert" className="empty:hidden">
          {refused > 0 && <Alert tone="failed">{t("errors", { count: refused })}</Alert>}
          {review.isError && (
            <Alert tone="failed">{isSignedOut(review.error) ? <SignedOut /> : t("couldNotCheck")}</Alert>
          )}
        </div>
        {notes?.(left, formId)}
      </aside>
    </form>
  );
}

function DraftSaved({ at }: { at: string }) {
  const t = useTranslations("common.draft");
  return (
    <span className="ml-auto text-xs text-subtle-foreground">
      {t.rich("saved", { at: () => <Timestamp at={at} style="clock" /> })}
    </span>
  );
}

/** Enter that confirms a Japanese conversion is not Enter that sends a form. Safari tells by the code 229 alone. */
function ignoreComposing(event: KeyboardEvent) {
  if (event.key === "Enter" && isConverting(event)) event.preventDefault();
}
