import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import { buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import type { AfterChange } from "@/lib/freezes/schema";

type Props = { environment: Environment; change: AfterChange };

/** What may be missing in a database that was restored or promoted, and what to do before payouts are resumed. */
export async function DatabaseChanged({ environment, change }: Props) {
  const t = await getTranslations("freezes.database");
  const { differences, missing, count, inQuestion } = change;
  return (
    <TitledCard title={t("title")}>
      <div className="grid gap-3 px-4 py-3.5">
        <p>
          {t("found", { differences: differences.map((difference) => t(`differences.${difference}`)).join(t("and")) })}
        </p>
        <ol className="list-decimal pl-5">
          {(["stopFormer", "restoreCheck", "addMissing", "thenResume"] as const).map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        <h3 className="font-semibold">{t("missing", { count: missing.length })}</h3>
        {missing.length === 0 && <p className="text-muted-foreground">{t("missingNone")}</p>}
        <ul>
          {missing.map(({ referenceId, at }) => (
            <li key={referenceId}>
              <span className="font-mono text-xs">{referenceId}</span>{" "}
              <span className="text-xs text-subtle-foreground">
                <Timestamp at={at} style="minute" />
              </span>
            </li>
          ))}
        </ul>
        <Link
          href={`/${environment}/transactions/backfill`}
          className={buttonVariants({ className: "justify-self-start" })}
        >
          {t("openAddMissing")}
        </Link>
        <h3 className="font-semibold">{t("inQuestion", { count })}</h3>
        <ul>
          {inQuestion.map(({ referenceId, amount, currency }) => (
            <li key={referenceId} className="flex flex-wrap gap-x-3">
              <OrderLink environment={environment} referenceId={referenceId} />
              <Money amount={amount} currency={currency} />
            </li>
          ))}
        </ul>
      </div>
    </TitledCard>
  );
}
