import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { BatchState } from "@/lib/batches/state";
import { cn } from "@/lib/cn";

const STEPS = ["upload", "check", "approval", "send"] as const;

/** Null before there is a batch. One that ended before it was sent stays where it ended. */
function stepOf(state: BatchState | null): number {
  switch (state) {
    case null:
      return 0;
    case "draft":
    case "discarded":
      return 1;
    case "awaiting_approval":
    case "declined":
      return 2;
    case "sending":
    case "paused":
    case "sent":
    case "cancelled":
      return 3;
  }
}

/** Where a batch is on its way from a file to payouts. */
export function BatchSteps({ state }: { state: BatchState | null }) {
  const t = useTranslations("batches.steps");
  const at = stepOf(state);
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
