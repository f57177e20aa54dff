"use client";

import { useTranslations } from "next-intl";
import { useCommandProblem } from "@/components/commands/use-command-problem";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { Button } from "@/components/ui/button";
import { useFocusAfter } from "@/components/use-focus-after";
import { cn } from "@/lib/cn";
import type { RevealedThing } from "@/lib/reveal/schema";
import type { RevealOf } from "./use-reveal";

type Props = {
  reveal: Omit<RevealOf<RevealedThing>, "shown"> & { shown: unknown };
  /** The reader's role may have it shown. */
  revealable: boolean;
  /** What it is, for those who hear the button and do not see what it stands beside. */
  what: string;
  className: string;
};

/** Says that something is masked, and shows it to those who may see it once it has been written down that they did. */
export function Reveal({ reveal, revealable, what, className }: Props) {
  const t = useTranslations("common.personal");
  const problem = useCommandProblem({ of: reveal, say: (kind) => t(kind) });
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
      <ProblemAlert>{problem}</ProblemAlert>
    </div>
  );
}
