"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { OrderList } from "@/components/orders/order-list";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { WithdrawalRow, WithdrawalsShown } from "@/lib/withdrawals/schema";

type Props = { environment: Environment; show: WithdrawalsShown };

/** The newest withdrawals that were requested here, each as it stands now. */
export function WithdrawalList({ environment, show }: Props) {
  const t = useTranslations("withdrawals");
  const query = useSuspenseQuery(withdrawalCache.newest(environment, show));
  return (
    <>
      <Staleness query={query} />
      <Card>
        {query.data.length === 0 ? (
          <Nothing show={show} />
        ) : (
          <OrderList
            environment={environment}
            caption={t(`order.${show}`)}
            rows={query.data}
            aboutName={t("recipient")}
            about={(row) => <Recipient row={row} />}
          />
        )}
      </Card>
    </>
  );
}

function Nothing({ show }: Pick<Props, "show">) {
  const t = useTranslations("withdrawals");
  if (show === "all") return <Empty title={t("empty")}>{t("emptyText")}</Empty>;
  return <Empty title={t(`nothingFor.${show}`)} />;
}

function Recipient({ row: { recipient, requestedBy, decideBy } }: { row: WithdrawalRow }) {
  const t = useTranslations("withdrawals");
  const { destinationAccountName, destinationName, destinationBranchName, destinationAccount } = recipient;
  return (
    <>
      <span lang="ja">{destinationAccountName}</span>
      <span className="block text-xs text-subtle-foreground">
        <span lang="ja">{[destinationName, destinationBranchName].filter(Boolean).join(" ")}</span>{" "}
        <span className="font-mono">{destinationAccount}</span> · {t("requestedBy", { name: requestedBy })}
        {decideBy && <> · {t.rich("decideBy", { until: () => <Timestamp at={decideBy} style="minute" /> })}</>}
      </span>
    </>
  );
}
