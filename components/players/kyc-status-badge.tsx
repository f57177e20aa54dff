import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { PlayerRow } from "@/lib/kyc/schema";
import { type KycDisplayStatus, kycDisplayStatusOf, toneOfKycStatus } from "@/lib/kyc/state";

/** How a player stands at this moment: waiting too long is a standing, too. */
export const kycStatusAt = ({ submission, status, since }: PlayerRow, now: number): KycDisplayStatus =>
  kycDisplayStatusOf({ submission, status, since: new Date(since) }, new Date(now));

/** The one way to show how a player stands. Never green: that is for money that was paid. */
export function KycStatusBadge({ standing, status }: { standing: KycDisplayStatus; status: string | null }) {
  const t = useTranslations("players.standings");
  return <Badge tone={toneOfKycStatus(standing)}>{t(standing, { status: status ?? "" })}</Badge>;
}
