"use client";

import { useTranslations } from "next-intl";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { Button } from "@/components/ui/button";
import { useFocusAfter } from "@/components/use-focus-after";
import type { Problem } from "@/lib/auth/problem";
import { cn } from "@/lib/cn";

type Props = {
  reveal: {
    shown: unknown;
    isPending: boolean;
    isUnreachable: boolean;
    refusal: { kind: "nothing_there" } | Problem | null;
    show: () => void;
  };
  /** The reader's role may have it shown. */
  revealable: boolean;
  /** What it is, for those who hear the button and do not see what it stands beside. */
  what: string;
  className: string;
};

/** Says that something is masked, and shows it to those who may see it once it has been written down that they did. */
export function Reveal({ reveal, revealable, what, className }: Props) {
  const t = useTranslations("common.personal");
  const words = useRefusalWords(reveal);
  const isMasked = reveal.shown === null;
  const status = useFocusAfter<HTMLParagraphElement>(isMasked ? "masked" : "shown");
  return (
    <div className={cn("grid justify-items-end gap-1.5", className)}>
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex flex-wrap items-center justify-end gap-2 text-xs text-subtle-foreground"
      >
        {isMasked ? t("masked") : t("shown")}
        {revealable && isMasked && (
          <Button
            size="small"
            className="print:hidden"
            disabled={reveal.isPending}
            aria-label={t("showWhat", { what })}
            onClick={reveal.show}
          >
            {reveal.isPending ? t("asking") : t("show")}
          </Button>
        )}
      </p>
      <ProblemAlert>{words}</ProblemAlert>
    </div>
  );
}

function useRefusalWords({ isUnreachable, refusal }: Props["reveal"]) {
  const t = useTranslations("common.personal");
  const problemWords = useProblemWords();
  if (isUnreachable) return t("unreachable");
  if (refusal === null) return null;
  return isAtTheDoor(refusal) ? problemWords(refusal) : t("nothing_there");
}
