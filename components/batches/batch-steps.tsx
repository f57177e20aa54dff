import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { BatchState } from "@/lib/batches/state";
import { cn } from "@/lib/cn";

const STEPS = ["upload", "check", "approval", "send"] as const;

/** One that ended before it was sent stays where it ended. */
const REACHED: Record<BatchState, number> = {
  ...{ draft: 1, discarded: 1, awaiting_approval: 2, declined: 2 },
  ...{ sending: 3, paused: 3, sent: 3, cancelled: 3 },
};

/** Where a batch is on its way from a file to payouts. Null before there is a batch. */
export function BatchSteps({ state }: { state: BatchState | null }) {
  const t = useTranslations("batches.steps");
  const at = state === null ? 0 : REACHED[state];
  return (
    <ol aria-label={t("label")} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className="flex items-center gap-1.5 text-muted-foreground aria-[current]:font-semibold aria-[current]:text-foreground"
        >
          {index > 0 && <span aria-hidden className="h-px w-4 bg-border-strong max-sm:hidden" />}
          <span
            aria-hidden
            className={cn(
              "grid size-5 place-content-center rounded-full border border-border-strong text-2xs figures",
              index <= at && "border-primary bg-primary text-primary-foreground",
            )}
          >
            {index < at ? <Check className="size-3" /> : index + 1}
          </span>
          {t(step)}
          {index < at && <span className="sr-only">{t("done")}</span>}
        </li>
      ))}
    </ol>
  );
}
