import {
  Ban,
  Check,
  CircleDashed,
  CircleQuestionMark,
  Clock,
  History,
  Hourglass,
  type LucideIcon,
  SearchX,
  Send,
  X,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { PlayerRow } from "@/lib/kyc/schema";
import { type KycDisplayStatus, kycDisplayStatusOf, toneOfKycStatus } from "@/lib/kyc/state";

/** A player's present status; overdue is a status, too. */
export const kycStatusAt = ({ since, ...row }: PlayerRow, now: number): KycDisplayStatus =>
  kycDisplayStatusOf({ ...row, since: new Date(since) }, new Date(now));

/** The one way to show how a player stands. Never green: that is for money that was paid. */
export function KycStatusBadge({ displayStatus, status }: { displayStatus: KycDisplayStatus; status: string | null }) {
  const t = useTranslations("players.displayStatuses");
  return (
    <Badge tone={toneOfKycStatus(displayStatus)} icon={ICONS[displayStatus]}>
      {t(displayStatus, { status: status ?? "" })}
    </Badge>
  );
}

const ICONS: Record<KycDisplayStatus, LucideIcon> = {
  registered: Check,
  pending: Clock,
  overdue: Hourglass,
  failed: X,
  expired: Hourglass,
  unfamiliar: CircleDashed,
  unfamiliar_overdue: CircleDashed,
  not_found: SearchX,
  refused: Ban,
  unknown: CircleQuestionMark,
  not_created: CircleDashed,
  underway: Send,
  unheard: CircleDashed,
  replaced: History,
};
