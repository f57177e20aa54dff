import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { statusText } from "@/components/messages/status-text";
import { Badge } from "@/components/ui/badge";
import type { ActivityEntry } from "@/lib/activity/schema";

type Delivery = Extract<ActivityEntry, { kind: "delivery" }>;

/**
 * What came in, what it proved, and what it did. Never green, whatever it says: a callback is a claim, and whether
 * the order is paid is said where the order is shown.
 */
export function DeliverySummary({ delivery }: { delivery: Delivery }) {
  const t = useTranslations("activity");
  const states = useTranslations("states");
  const { said, signature, refusal, answered, effect, sourceAddress } = delivery;
  const about = [
    t(`signatures.${signature}`),
    t("answered", { status: answered }),
    sourceAddress && t("from", { address: sourceAddress }),
  ];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={refusal ? "failed" : "neutral"}>
          {refusal === "unreadable" ? t("unreadable") : t("delivery")}
        </Badge>
        {said && (
          <span>
            {said.playerId === null
              ? statusText(states, said.status)
              : t("aboutPlayer", { playerId: said.playerId, status: said.status })}{" "}
            {said.money && <Money amount={said.money.amount} currency={said.money.currency} />}
          </span>
        )}
        <span className="text-muted-foreground">
          {refusal
            ? t("refused", { reason: t(`refusals.${refusal}`) })
            : effect
              ? t(`effects.${effect}`)
              : t("waiting")}
        </span>
      </p>
      <p className="text-xs text-subtle-foreground">{about.filter(Boolean).join(" · ")}</p>
    </>
  );
}
