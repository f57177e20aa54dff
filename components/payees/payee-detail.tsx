"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { Staleness } from "@/components/feedback/staleness";
import { AccountType } from "@/components/orders/account-type";
import { PlayerLink } from "@/components/orders/player-link";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { payeeCache } from "@/lib/payees/cache";
import type { PayeeVersionView } from "@/lib/payees/schema";
import { BlockPayee } from "./block-payee";
import { PayeeStatusBadge } from "./payee-status";
import { PayeeVersions } from "./payee-versions";
import { WaitingVersion } from "./waiting-version";

type Props = { environment: Environment; payeeId: string; mayEdit: boolean; mayApprove: boolean; mayBlock: boolean };

/** One payee: what waits for a decision first, then the account in force, then all that was ever proposed. */
export function PayeeDetail({ environment, payeeId, mayEdit, mayApprove, mayBlock }: Props) {
  const t = useTranslations("payees");
  const query = useSuspenseQuery(payeeCache.one(environment, payeeId));
  const payee = query.data;
  const inForce = payee.versions.find(({ version }) => version === payee.version) ?? null;
  const waiting = payee.versions.find(({ version }) => version === payee.waiting) ?? null;
  const shown = inForce ?? payee.versions[0];
  if (!shown) return null;
  const { blocked, paid } = payee;
  return (
    <PageFrame
      title={<span lang="ja">{shown.recipient.destinationAccountName}</span>}
      parent={{ href: `/${environment}/payees`, title: t("title") }}
      state={<PayeeStatusBadge status={payee.status} />}
      summary={
        <>
          {shown.label && `${shown.label} · `}
          {payee.currency} · {t("paidTimes", { count: paid.count })}
        </>
      }
      actions={
        mayEdit &&
        waiting === null && (
          <Link href={`/${environment}/payees/${payeeId}/edit`} className={buttonVariants()}>
            {t("edit")}
          </Link>
        )
      }
    >
      <Staleness query={query} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_23.75rem]">
        <div className="grid grid-cols-1 gap-4">
          {blocked && (
            <Alert tone="watch">
              <p>{t.rich("blockedBy", { by: blocked.by, at: () => <Timestamp at={blocked.at} style="full" /> })}</p>
              <p>{t("reasonWas", { reason: blocked.reason })}</p>
            </Alert>
          )}
          {waiting && (
            <WaitingVersion
              key={waiting.version}
              {...{ environment, payeeId, waiting, inForce, mayApprove }}
              mayTakeBack={mayEdit && waiting.isOwn}
            />
          )}
          <Terms environment={environment} title={t(inForce ? "inForce" : "asProposed")} terms={shown} />
          {(blocked ? mayApprove : mayBlock) && (
            <BlockPayee key={String(blocked !== null)} {...{ environment, payeeId }} isBlocked={blocked !== null} />
          )}
        </div>
        <PayeeVersions versions={payee.versions} />
      </div>
    </PageFrame>
  );
}

type TermsProps = { environment: Environment; title: string; terms: PayeeVersionView };

function Terms({ environment, title, terms: { recipient, playerId, kyc } }: TermsProps) {
  const t = useTranslations("payees");
  const warnings = useTranslations("withdrawals.warnings");
  return (
    <TitledCard title={title}>
      <Facts>
        <Fact name={t("holder")}>
          <span lang="ja">{recipient.destinationAccountName}</span>
        </Fact>
        <Fact name={t("bank")}>
          <span className="font-mono text-sm">{recipient.destination}</span>{" "}
          <span lang="ja">{recipient.destinationName}</span>
        </Fact>
        {recipient.destinationBranchCode && (
          <Fact name={t("branch")}>
            <span className="font-mono text-sm">{recipient.destinationBranchCode}</span>{" "}
            <span lang="ja">{recipient.destinationBranchName}</span>
          </Fact>
        )}
        <Fact name={t("account")}>
          <AccountType code={recipient.destinationAccountType} />{" "}
          <span className="font-mono">{recipient.destinationAccount}</span>
        </Fact>
        {recipient.passbook && (
          <Fact name={t("passbook")}>
            <span className="font-mono">
              {recipient.passbook.symbol}-{recipient.passbook.number}
            </span>
          </Fact>
        )}
        {recipient.warnings.length > 0 && (
          <Fact name={t("warnings")}>
            {recipient.warnings.map((warning) => (
              <span key={warning} className="block text-warning">
                {warnings(warning)}
              </span>
            ))}
          </Fact>
        )}
        <Fact name={t("player")}>
          {playerId === null ? t("kyc.noPlayer") : <PlayerLink environment={environment} playerId={playerId} />}
        </Fact>
        {playerId !== null && (
          <Fact name={t("kyc.name")}>
            <span className={kyc.check === "differs" ? "font-semibold text-warning" : undefined}>
              {t(`kyc.${kyc.check}`, { name: kyc.name ?? "" })}
            </span>
          </Fact>
        )}
      </Facts>
    </TitledCard>
  );
}
