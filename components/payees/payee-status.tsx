import { Ban, Check, Stamp, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { PayeeStatus } from "@/lib/payees/rules";

/** The one way to show how a payee stands. Never green: that is for money that was paid. */
export function PayeeStatusBadge({ status }: { status: PayeeStatus }) {
  const t = useTranslations("payees.statuses");
  return <Badge {...PILLS[status]}>{t(status)}</Badge>;
}

const PILLS = {
  active: { tone: "neutral", icon: Check },
  changing: { tone: "act", icon: Stamp },
  unconfirmed: { tone: "watch", icon: TriangleAlert },
  rejected: { tone: "failed", icon: X },
  blocked: { tone: "failed", icon: Ban },
} as const;
