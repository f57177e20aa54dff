"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { OrderList } from "@/components/orders/order-list";
import { Card } from "@/components/ui/card";
import { depositCache } from "@/lib/deposits/cache";
import type { DepositRow, DepositsShown } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; show: DepositsShown };

/** The newest deposits that were requested here, each as it stands now. */
export function DepositList({ environment, show }: Props) {
  const t = useTranslations("deposits");
  const query = useSuspenseQuery(depositCache.newest(environment, show));
  return (
    <>
      <Staleness query={query} />
      <Card>
        {query.data.length === 0 ? (
          <Nothing show={show} />
        ) : (
          <OrderList
            environment={environment}
            caption={t("lead")}
            rows={query.data}
            aboutName={t("payerColumn")}
            about={(row) => <Payer row={row} />}
          />
        )}
      </Card>
    </>
  );
}

function Nothing({ show }: Pick<Props, "show">) {
  const t = useTranslations("deposits");
  if (show === "all") return <Empty title={t("empty")}>{t("emptyText")}</Empty>;
  return <Empty title={t(`nothingFor.${show}`)} />;
}

function Payer({ row: { playerId, payer, requestedBy } }: { row: DepositRow }) {
  const t = useTranslations("deposits");
  return (
    <>
      <span className="font-mono text-[12.5px]">{playerId}</span>
      <span className="block text-xs text-subtle-foreground">
        {payer ? <span lang="ja">{payer}</span> : t("payerNotGiven")} · {t("requestedBy", { name: requestedBy })}
      </span>
    </>
  );
}
