import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import type { SearchHit } from "@/lib/search/schema";
import { whyWords } from "./why-words";

/** Something that was found, in two lines: what it is and how it stands, and why it was found. */
export function HitLine({ hit }: { hit: SearchHit }) {
  const t = useTranslations("search");
  const isOrder = hit.kind === "order";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5">
      <span className="truncate font-mono text-xs">{isOrder ? hit.order.referenceId : hit.player.playerId}</span>
      {isOrder ? (
        <Money amount={hit.order.amount} currency={hit.order.currency} className="text-right font-semibold" />
      ) : (
        <span className="text-right text-muted-foreground">{t("player")}</span>
      )}
      <span className="truncate text-xs text-muted-foreground">
        {isOrder ? hit.name : hit.player.userName}{" "}
        <span className="text-subtle-foreground">{whyWords(t, hit.why)}</span>
      </span>
      {isOrder ? (
        <span className="justify-self-end">
          <StatusBadge order={hit.order} />
        </span>
      ) : (
        <span className="text-right text-xs text-subtle-foreground">
          <Timestamp at={hit.player.createdAt} style="day" />
        </span>
      )}
    </div>
  );
}
