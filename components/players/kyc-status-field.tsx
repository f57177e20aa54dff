import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Checks } from "@/components/display/checks";
import { CopyButton } from "@/components/display/copyable";
import { Evidence } from "@/components/evidence/evidence";
import { useAnnouncement } from "@/components/feedback/use-announcement";
import { failureText } from "@/components/messages/failure-text";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useNow } from "@/components/use-now";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import type { PlayerView, RegistrationView } from "@/lib/kyc/schema";
import { isPointless, needsAction } from "@/lib/kyc/state";
import { KycStatusBadge, kycStatusAt } from "./kyc-status-badge";
import { WaitingTime } from "./waiting-time";

type Props = { environment: Environment; player: PlayerView; back: Route | null; mayRegister: boolean };

/** The sentence comes first: what is true, what is being done about it, what to do. */
export function KycStatusField({ environment, player, back, mayRegister }: Props) {
  const t = useTranslations("players");
  const now = useNow(1_000) ?? Date.parse(player.asOf);
  const [newest] = player.registrations;
  const displayStatus = newest ? kycStatusAt(newest, now) : "unheard";
  const changed = useAnnouncement(
    t("changed", { state: t(`displayStatuses.${displayStatus}`, { status: newest?.status ?? "" }) }),
  );
  if (!newest) return null;

  const { playerId, userName, status } = newest;
  const sentence = t(`sentence.${displayStatus}`, { player: userName ?? playerId, playerId, status: status ?? "" });
  const isRegistered = displayStatus === "registered";
  const isWaiting = displayStatus === "pending" || displayStatus === "overdue";
  return (
    <Card className={cn("mb-4 p-4.5 md:px-5", needsAction(displayStatus) && "border-l-3 border-l-warning")}>
      <div className="mb-1.5 flex flex-wrap items-center gap-2.5">
        <KycStatusBadge displayStatus={displayStatus} status={status} />
        {displayStatus !== "not_found" && <Evidence order={{ ...newest, possiblySentUntil: null }} />}
        {isWaiting && <WaitingTime since={newest.since} asOf={player.asOf} />}
      </div>
      <div className="flex items-start justify-between gap-3">
        <p className="text-lg/snug font-semibold">{sentence}</p>
        <CopyButton text={sentence} what={t("sentenceName")} />
      </div>
      <p className="mt-1.5 text-muted-foreground">
        <Reason registration={newest} /> {t(`advice.${displayStatus}`)} <Checks times={player} />
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3 empty:hidden">
        {mayRegister && (isRegistered || (needsAction(displayStatus) && !isPointless(displayStatus))) && (
          <Link
            href={`/${environment}/players/new?${new URLSearchParams({ playerId, ...(back !== null && { back }) })}`}
            className={buttonVariants({ variant: isRegistered ? "secondary" : "primary" })}
          >
            {t(isRegistered ? "otherName" : "again")}
          </Link>
        )}
        {back !== null && (
          <Link href={back} className={buttonVariants({ variant: isRegistered ? "primary" : "secondary" })}>
            {t("form.back")}
          </Link>
        )}
      </div>
      <p role="status" className="sr-only">
        {changed}
      </p>
    </Card>
  );
}

/** In the service's own words, where it gave any. */
function Reason({ registration: { failure } }: { registration: RegistrationView }): ReactNode {
  const t = useTranslations("players");
  const failures = useTranslations("failures");
  if (!failure) return null;
  const code = "code" in failure ? failure.code : undefined;
  if (code === "GATEWAY_NOT_ENABLED" || code === "KYC_NOT_SUPPORTED") return t(`codes.${code}`);
  return t("serviceReason", { reason: failureText(failures, failure) });
}
