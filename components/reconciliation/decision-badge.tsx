import { Check, CircleCheck, Clock, type LucideIcon, MessageSquareText, RefreshCw, Replace } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { Decision } from "@/lib/reconciliation/state";

const PILLS: Record<Decision, { tone: BadgeTone; icon: LucideIcon }> = {
  open: { tone: "watch", icon: Clock },
  in_work: { tone: "act", icon: RefreshCw },
  explained: { tone: "neutral", icon: MessageSquareText },
  matched: { tone: "neutral", icon: Check },
  closed: { tone: "neutral", icon: CircleCheck },
  superseded: { tone: "neutral", icon: Replace },
};

export function DecisionBadge({ decision }: { decision: Decision }) {
  const t = useTranslations("reconciliation.decisions");
  return <Badge {...PILLS[decision]}>{t(decision)}</Badge>;
}
