import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { PlayerLink } from "@/components/orders/player-link";
import { useNow } from "@/components/use-now";
import type { Environment } from "@/lib/environment";
import type { PlayerRow } from "@/lib/kyc/schema";
import { isPointless, replacedName } from "@/lib/kyc/state";
import { KycStatusBadge, kycStatusAt } from "./kyc-status-badge";
import { NameDifference } from "./name-difference";

type Props = {
  environment: Environment;
  row: PlayerRow;
  asOf: string;
  name: string;
  /** The user ticked that this name is replaced. */
  isAgreed: boolean;
  onAgree: (agrees: boolean) => void;
};

/** The player has been registered before: how that stands, and what is different this time. */
export function EarlierRegistration({ environment, row, asOf, name, isAgreed, onAgree }: Props) {
  const t = useTranslations("players.form");
  const now = useNow(10_000) ?? Date.parse(asOf);
  const displayStatus = kycStatusAt(row, now);
  const isSame = row.userName === name;
  return (
    <section aria-label={t("earlier")} className="grid gap-2 rounded-xl border border-border bg-card p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-semibold">{t("earlier")}</span>
        <KycStatusBadge displayStatus={displayStatus} status={row.status} />
        <Timestamp at={row.createdAt} style="minute" />
        <PlayerLink environment={environment} playerId={row.playerId} />
      </p>
      {name !== "" && <NameDifference before={row.userName} after={name} />}
      {name !== "" && replacedName(row, name) && (
        <label className="flex min-h-8 w-fit items-center gap-2">
          <input
            type="checkbox"
            className="accent-primary"
            checked={isAgreed}
            onChange={({ target }) => onAgree(target.checked)}
          />
          {t("replace")}
        </label>
      )}
      <p role="status" className="text-xs text-muted-foreground">
        {isSame &&
          (isPointless(displayStatus)
            ? t("pointless")
            : displayStatus === "failed"
              ? t("sameAsFailed")
              : t("sameAgain"))}
        {!isSame && displayStatus === "registered" && t("otherThanRegistered")}
      </p>
    </section>
  );
}
