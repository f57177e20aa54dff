import {
  Check,
  CircleQuestionMark,
  Clock,
  FilePen,
  type LucideIcon,
  Pause,
  Send,
  Stamp,
  Trash2,
  TriangleAlert,
  X,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { BatchHeadline } from "@/lib/batches/outcome";

const PILLS: Record<BatchHeadline, { tone: BadgeTone; icon: LucideIcon }> = {
  draft: { tone: "neutral", icon: FilePen },
  awaiting_approval: { tone: "act", icon: Stamp },
  sending: { tone: "act", icon: Send },
  paused: { tone: "watch", icon: Pause },
  declined: { tone: "failed", icon: X },
  discarded: { tone: "neutral", icon: Trash2 },
  needs_attention: { tone: "watch", icon: CircleQuestionMark },
  in_progress: { tone: "neutral", icon: Clock },
  // Green: every row of it is paid.
  completed: { tone: "paid", icon: Check },
  partly_paid: { tone: "watch", icon: TriangleAlert },
  not_paid: { tone: "failed", icon: X },
};

export function BatchBadge({ headline }: { headline: BatchHeadline }) {
  const t = useTranslations("batches.headlines");
  return <Badge {...PILLS[headline]}>{t(headline)}</Badge>;
}
