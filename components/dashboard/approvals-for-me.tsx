"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { withdrawalCache } from "@/lib/withdrawals/cache";

/** How many requests wait for the reader's decision, and how much of each currency. Not there where none do. */
export function ApprovalsForMe({ environment }: { environment: Environment }) {
  const t = useTranslations("today");
  const { count, totals, decideBy } = useSuspenseQuery(withdrawalCache.waitingForMe(environment)).data;
  if (count === 0) return null;
  return (
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div>
        <p className="font-semibold">{t("approvals", { count })}</p>
        <p className="flex flex-wrap gap-x-3 text-muted-foreground">
          {totals.map(({ currency, amount }) => (
            <Money key={currency} amount={amount} currency={currency} />
          ))}
          {decideBy && (
            <span>{t.rich("approvalsUntil", { until: () => <Timestamp at={decideBy} style="minute" /> })}</span>
          )}
        </p>
      </div>
      <Link href={`/${environment}/withdrawals?show=mine`} className={buttonVariants({ variant: "primary" })}>
        {t("approvalsOpen")}
      </Link>
    </Card>
  );
}
