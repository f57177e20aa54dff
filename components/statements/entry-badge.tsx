import { CircleAlert, CircleHelp, Link2, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { EntryState } from "@/lib/reconciliation/statements/statement-match";

const PILLS: Record<EntryState, { tone: BadgeTone; icon: LucideIcon }> = {
  unmatched: { tone: "watch", icon: CircleHelp },
  matched: { tone: "neutral", icon: Link2 },
  broken: { tone: "failed", icon: CircleAlert },
};

export function EntryBadge({ state }: { state: EntryState }) {
  const t = useTranslations("statements.states");
  return <Badge {...PILLS[state]}>{t(state)}</Badge>;
}
