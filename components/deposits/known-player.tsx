import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { DepositForm } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { turnsDown, useDepositChecks, usePlayerWords } from "./player-kyc-status";

type Props = { environment: Environment; left: Omit<DepositForm, "formId"> };

/** What the service says of the player, once the field is left. Its line is kept before there is a player. */
export function KnownPlayer({ environment, left }: Props) {
  const t = useTranslations("deposits.player");
  const words = usePlayerWords();
  const playerId = left.playerId.trim();
  const isAsked = playerId !== "" && left.currency === "JPY";
  const { data, isPending } = useDepositChecks(environment, { currency: left.currency, playerId }, isAsked);

  function said() {
    if (!isAsked) return null;
    if (!data) return isPending ? t("checking") : t("unavailable");
    if (data.player.kind === "not_needed") return null;
    const Icon = data.player.kind === "registered" ? CircleCheck : TriangleAlert;
    return (
      <span className={turnsDown(data.player) ? "text-warning" : undefined}>
        <Icon aria-hidden className="mr-1 inline size-3.5 align-text-bottom" />
        {words(data.player)}
      </span>
    );
  }
  return (
    <p role="status" className="min-h-4.5 text-xs text-muted-foreground">
      {said()}
    </p>
  );
}
