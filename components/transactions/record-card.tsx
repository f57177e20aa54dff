import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { CopyFact, Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { shortDigest } from "@/components/orders/digest";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import type { TransactionView } from "@/lib/transactions/schema";
import { PrintButton } from "./print-out";

/** How the order is called and where it came from. */
export function RecordCard({ environment, order }: { environment: Environment; order: TransactionView }) {
  const t = useTranslations("orders");
  const locale = useLocale();
  const { referenceId, transactionId, type, method, createdAt, playerId, replaces, firstSeen, paid } = order;
  const ours = order.withdrawal ?? order.deposit;
  const given = order.withdrawal?.approval?.given ?? [];
  const approvers = given.flatMap(({ by, decision }) => (decision === "approved" ? [by] : []));
  return (
    <TitledCard title={t("record")} aside={<PrintButton />}>
      <Facts align="right">
        <CopyFact name={t("referenceId")} text={referenceId} />
        <Fact name={t("transactionId")}>
          {transactionId ? (
            <Copyable text={transactionId} what={t("transactionId")} />
          ) : (
            <span className="text-subtle-foreground">{t("transactionIdLater")}</span>
          )}
        </Fact>
        {replaces && (
          <Fact name={t("replaces")}>
            <Link href={`/${environment}/transactions/${replaces}`} className="font-mono text-primary underline">
              {replaces}
            </Link>
          </Fact>
        )}
        {order.withdrawal?.batch && (
          <Fact name={t("batch")} hint={t("batchLine", { line: order.withdrawal.batch.line })}>
            <Link href={`/${environment}/batches/${order.withdrawal.batch.batchId}`} className="text-primary underline">
              {order.withdrawal.batch.name}
            </Link>
          </Fact>
        )}
        <Fact name={t("type")} hint={method}>
          {t("typeWord", { type })}
        </Fact>
        {ours ? (
          <Fact name={t("requestedBy")} hint={ours.digest && `${t("digest")} ${shortDigest(ours.digest)}`}>
            {ours.requestedBy}
          </Fact>
        ) : (
          <CopyFact name={t("player")} text={playerId} />
        )}
        {approvers.length > 0 && <Fact name={t("approvedBy")}>{listText(approvers, locale)}</Fact>}
        <Fact
          name={t("createdAt")}
          hint={firstSeen && t(firstSeen.isCreationReported ? "timeReported" : "timeFirstSeen")}
        >
          <Timestamp at={createdAt} style="full" />
        </Fact>
        {firstSeen && (
          <Fact name={t("firstSeen")}>
            <Timestamp at={firstSeen.at} style="full" />
          </Fact>
        )}
        {paid && (
          <Fact name={t("paidAt")} hint={t(paid.source === "service" ? "timeReported" : "timeLearned")}>
            <Timestamp at={paid.at} style="full" />
          </Fact>
        )}
      </Facts>
    </TitledCard>
  );
}
