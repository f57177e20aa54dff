import { Minus, Reply, SearchCheck, SearchX, ShieldAlert, ShieldCheck, UserRoundCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { formatTokyo } from "@/lib/time";
import { type Evidenced, evidenceOf } from "./evidence-of";

/** How we know: small, grey, and beside every claim. */
export function Evidence({ order }: { order: Evidenced }) {
  const t = useTranslations("evidence");
  const { source, at } = evidenceOf(order);
  return (
    <span className="text-xs text-subtle-foreground">
      {t(source)} {at !== null && <Timestamp at={at} style="recent" />}
    </span>
  );
}

const ICONS = {
  signed_callback: ShieldCheck,
  query: SearchCheck,
  create_answer: Reply,
  unsigned_callback: ShieldAlert,
  not_found: SearchX,
  resolved: UserRoundCheck,
  none: Minus,
  not_sent: Minus,
};

/** The same in a list: an icon and its time; in words on hover, and for who does not see it. */
export function EvidenceIcon({ order }: { order: Evidenced }) {
  const t = useTranslations("evidence");
  const locale = useLocale();
  const { source, at } = evidenceOf(order);
  const Icon = ICONS[source];
  return (
    <span
      title={at === null ? t(source) : `${t(source)} ${formatTokyo(new Date(at), "full", locale)}`}
      className="inline-flex items-center gap-1.25 text-xs text-subtle-foreground"
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">{t(source)}</span>
      {at !== null && <Timestamp at={at} style="compact" />}
    </span>
  );
}
