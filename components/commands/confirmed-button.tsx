"use client";

import { type ComponentProps, Fragment, useId } from "react";
import { Button } from "@/components/ui/button";
import { useSecondPress } from "./use-second-press";

/** What is visible, and what a screen reader says of it. */
type Text = { text: string; label: string };

type Props = {
  usual: Text;
  sure: Text;
  /** Of the button that changes nothing. */
  keep: string;
  /** What follows from the second press, where the words of the buttons do not say it. */
  means?: string;
  variant?: "destructive";
  size?: ComponentProps<typeof Button>["size"];
  isBusy: boolean;
  onSure: () => void;
};

/** A button whose command needs a second press. */
export function ConfirmedButton({ usual, sure, keep: keepText, means, ...props }: Props) {
  const { variant, size = "small", isBusy, onSure } = props;
  const id = useId();
  const { isAsked, isKept, ask, keep } = useSecondPress();
  // Of their own keys: a button that became another one would keep the focus.
  return isAsked ? (
    <Fragment key="asked">
      <Button size={size} autoFocus aria-describedby={means && id} onClick={keep}>
        {keepText}
      </Button>
      <Button
        size={size}
        variant={variant}
        aria-label={sure.label}
        onClick={() => {
          keep();
          onSure();
        }}
      >
        {sure.text}
      </Button>
      {means && (
        <p id={id} className="basis-full text-xs text-muted-foreground">
          {means}
        </p>
      )}
    </Fragment>
  ) : (
    <Button
      key="usual"
      size={size}
      variant={variant}
      autoFocus={isKept}
      disabled={isBusy}
      aria-label={usual.label}
      onClick={ask}
    >
      {usual.text}
    </Button>
  );
}
