import {
  Ban,
  Check,
  CircleDashed,
  CircleQuestionMark,
  Clock,
  Hourglass,
  type LucideIcon,
  Pause,
  Send,
  Stamp,
  TriangleAlert,
  Undo2,
  UserRoundCheck,
  X,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { stateText } from "@/components/messages/status-text";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { TransactionRow } from "@/lib/transactions/schema";
import {
  type DisplayStatus,
  discrepancyOf,
  displayStatusOf,
  headlineOf,
} from "@/lib/transactions/status/display-status";

type Order = Pick<TransactionRow, "status" | "submission" | "conflict" | "discrepancyKind" | "resolved"> &
  Partial<Pick<TransactionRow, "hold" | "frozen">>;

/** The one way to show how an order stands. A discrepancy is marked beside it, as no single state may be the true one. */
export function StatusBadge({ order }: { order: Order }) {
  const t = useTranslations("states");
  // What the service says of it contradicts itself, and stays so: a person found out what is true, in words of their own.
  if (headlineOf(order) === "resolved") return <Badge icon={UserRoundCheck}>{t("resolved")}</Badge>;
  const discrepancy = discrepancyOf(order);
  const { tone, icon } = PILLS[displayStatusOf(order)];
  // Green is for paid and nothing else, and whether it is, is in doubt.
  const shownTone = tone === "paid" && discrepancy ? "neutral" : tone;
  const badge = (
    <Badge tone={shownTone} icon={icon}>
      {stateText(t, order)}
    </Badge>
  );
  if (!discrepancy) return badge;
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1">
      {badge}
      <Badge tone="watch" icon={TriangleAlert}>
        {t(discrepancy)}
      </Badge>
    </span>
  );
}

type Pill = { tone: BadgeTone; icon: LucideIcon };

const PILLS: Record<DisplayStatus, Pill> = {
  COMPLETED: { tone: "paid", icon: Check },
  SUCCESS: { tone: "neutral", icon: Clock },
  PENDING: { tone: "neutral", icon: Clock },
  FAILED: { tone: "failed", icon: X },
  CANCELLED: { tone: "watch", icon: Ban },
  RESOLVED: { tone: "watch", icon: Ban },
  unfamiliar: { tone: "neutral", icon: CircleDashed },
  awaiting_approval: { tone: "act", icon: Stamp },
  sent_back: { tone: "watch", icon: Undo2 },
  declined: { tone: "failed", icon: Ban },
  rejected: { tone: "failed", icon: Ban },
  withdrawn: { tone: "neutral", icon: Undo2 },
  expired: { tone: "neutral", icon: Hourglass },
  stopped: { tone: "neutral", icon: Ban },
  held: { tone: "watch", icon: Pause },
  frozen: { tone: "watch", icon: Pause },
  queued: { tone: "neutral", icon: Clock },
  submitting: { tone: "neutral", icon: Send },
  accepted: { tone: "neutral", icon: Clock },
  unheard: { tone: "neutral", icon: CircleDashed },
  unknown: { tone: "watch", icon: CircleQuestionMark },
  not_created: { tone: "neutral", icon: CircleDashed },
};
