import { Check, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { DeliveryState } from "@/lib/notifications/channels";
import type { WebhookState } from "@/lib/webhooks/events";

type State = DeliveryState | WebhookState;

const STYLES: Record<State, { tone: BadgeTone; icon: LucideIcon }> = {
  waiting: { tone: "neutral", icon: Clock },
  sent: { tone: "neutral", icon: Check },
  delivered: { tone: "neutral", icon: Check },
  failed: { tone: "failed", icon: CircleX },
  withdrawn: { tone: "neutral", icon: Undo2 },
};

/** The state of a notification or webhook. */
export function DeliveryBadge({ state, children }: { state: State; children: ReactNode }) {
  return <Badge {...STYLES[state]}>{children}</Badge>;
}
