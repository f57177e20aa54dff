"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import { orderPath } from "@/components/orders/order-link";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { SimilarPayout } from "@/lib/withdrawals/earlier-payouts";
import type { FormState } from "@/lib/withdrawals/form-state";
import { type OfForm, ofForm } from "./recipient-advice";
import { typedRecipient } from "./typed-recipient";

type Props = { environment: Environment; left: FormState; of: OfForm };

/** Payouts that this one could repeat, as soon as it is clear whom it is about. */
export function DuplicateCheck({ environment, left, of }: Props) {
  const t = useTranslations("withdrawals.duplicates");
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: [environment, "withdrawals", "similar_to", left, of],
    queryFn: async () => {
      const terms = await typedRecipient(left);
      return terms && client.fetchQuery(withdrawalCache.similar(environment, { ...terms, ...ofForm(of) }));
    },
    placeholderData: keepPreviousData,
  });
  if (!data && !isError) return null;
  const found = data?.found ?? [];

  return (
    <TitledCard
      title={t("title")}
      aside={
        <p role="status" className="text-xs text-muted-foreground">
          {isError ? t("unavailable") : t("found", { count: found.length })}
        </p>
      }
    >
      {found.length > 0 && (
        <ul className="divide-y divide-border">
          {found.map((one) => (
            <Similar key={one.order.referenceId} environment={environment} payout={one} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

type SimilarProps = { environment: Environment; payout: SimilarPayout };

function Similar({ environment, payout: { order, recipient, why } }: SimilarProps) {
  const t = useTranslations("withdrawals.duplicates");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.75 text-md">
      <span className="text-muted-foreground">
        <Timestamp at={order.createdAt} style="minute" />
      </span>
      <a
        href={orderPath(environment, order.referenceId)}
        // The form stays open.
        target="_blank"
        rel="noopener"
        lang="ja"
        className="min-w-0 flex-1 basis-32 truncate font-medium text-primary hover:underline"
      >
        {recipient.destinationAccountName}
        <span className="sr-only"> {t("open", { referenceId: order.referenceId })}</span>
      </a>
      <span lang="ja" className="flex min-w-0 flex-1 basis-32 gap-1 text-sm text-muted-foreground">
        <span className="truncate">{recipient.destinationName}</span>
        <span className="shrink-0">•••{recipient.destinationAccount.slice(-4)}</span>
      </span>
      <Money {...order} className="basis-24 text-right font-semibold" />
      <span className="ml-auto flex items-center gap-2">
        <span className="text-sm text-muted-foreground">{t(`why.${why}`)}</span>
        <StatusBadge order={order} />
      </span>
    </li>
  );
}
