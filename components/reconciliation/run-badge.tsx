import { Check, Clock, type LucideIcon, RefreshCw, Replace, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { RunState } from "@/lib/reconciliation/state";

const PILLS: Record<RunState | "superseded", { tone: BadgeTone; icon: LucideIcon }> = {
  importing: { tone: "act", icon: Clock },
  matching: { tone: "act", icon: RefreshCw },
  done: { tone: "neutral", icon: Check },
  cancelled: { tone: "neutral", icon: X },
  failed: { tone: "watch", icon: TriangleAlert },
  superseded: { tone: "neutral", icon: Replace },
};

export function RunBadge({ state, isSuperseded }: { state: RunState; isSuperseded: boolean }) {
  const t = useTranslations("reconciliation.states");
  const shown = isSuperseded ? "superseded" : state;
  return <Badge {...PILLS[shown]}>{t(shown)}</Badge>;
}
