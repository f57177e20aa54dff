"use client";

import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useHydrated } from "@/components/use-hydrated";

type Props = {
  words: { lead: string; review: string; checking: string; errors: string; couldNotCheck: string };
  /** How many fields needed a correction when the form was last read. */
  refused: number;
  /** Something of the form is still on its way: it is reviewed once that is there. */
  isBusy?: boolean;
  onReview: () => Promise<void>;
  /** A field was left. */
  onLeaveField: (name: string) => void;
  /** Below the button: what arrives late must not push it from under the pointer. */
  below?: ReactNode;
  children: ReactNode;
};

/** A form that is read before it is reviewed: nothing leaves from here, and nothing typed is lost. */
export function ReviewedForm({ words, refused, isBusy = false, onReview, onLeaveField, below, children }: Props) {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const review = useMutation({ mutationFn: () => onReview() });

  // After a press, the focus goes to the first field that needs a correction.
  const { isSuccess, submittedAt } = review;
  useEffect(() => {
    if (isSuccess && submittedAt) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isSuccess, submittedAt]);

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onKeyDown={ignoreComposing}
      onBlur={({ currentTarget, target }) => {
        // A message that appears under a pressed button would push it away from the pointer; the review says it anyway.
        const isPressed = currentTarget.querySelector("[type='submit']:active") !== null;
        if (target instanceof HTMLInputElement && !isPressed) onLeaveField(target.name);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) review.mutate();
      }}
    >
      <Card className="grid max-w-190 gap-4.5 p-5">
        <p className="text-[12.5px] text-muted-foreground">{words.lead}</p>
        {/* What was chosen before the page could react would be forgotten when it can. */}
        <fieldset disabled={!hydrated} className="grid min-w-0 gap-4.5">
          {children}
        </fieldset>
        <div role="alert" className="empty:hidden">
          {refused > 0 && <Alert tone="failed">{words.errors}</Alert>}
          {review.isError && <Alert tone="failed">{words.couldNotCheck}</Alert>}
        </div>
        <Button
          type="submit"
          variant="primary"
          size="field"
          className="justify-self-start"
          focusableWhenDisabled
          disabled={!hydrated || review.isPending || isBusy}
        >
          {review.isPending ? words.checking : words.review}
        </Button>
        {below}
      </Card>
    </form>
  );
}

/** Enter that confirms a Japanese conversion is not Enter that sends a form. Safari tells by the code 229 alone. */
function ignoreComposing(event: KeyboardEvent) {
  if (event.key === "Enter" && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault();
}
