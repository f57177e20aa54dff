import { CircleHelp, Link2, type LucideIcon, Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { MovementState } from "@/lib/reconciliation/movements/movement";

const PILLS: Record<MovementState, { tone: BadgeTone; icon: LucideIcon }> = {
  unnamed: { tone: "watch", icon: CircleHelp },
  named: { tone: "neutral", icon: Tag },
  explained: { tone: "neutral", icon: Link2 },
};

export function MovementBadge({ state }: { state: MovementState }) {
  const t = useTranslations("movements.states");
  return <Badge {...PILLS[state]}>{t(state)}</Badge>;
}
