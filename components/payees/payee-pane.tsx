"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { useFocusAfter } from "@/components/use-focus-after";
import type { Environment } from "@/lib/environment";
import { ViewUnavailable } from "@/lib/fetch-view";
import { payeeCache } from "@/lib/payees/cache";
import { PayeeBody, type PayeeRights } from "./payee-body";
import { PayeeActions, PayeeSummary } from "./payee-heading";
import { PayeeStatusBadge } from "./payee-status";
import { whatWaits } from "./what-waits";

type Props = { environment: Environment; payeeId: string; rights: PayeeRights };

/** A payee beside the list that it was opened from. */
export function PayeePane({ environment, payeeId, rights }: Props) {
  const t = useTranslations("payees");
  const query = useQuery(payeeCache.one(environment, payeeId));
  const { data: payee } = query;
  const heading = useFocusAfter<HTMLHeadingElement>(payee ? whatWaits(payee) : "");
  if (!payee) {
    const isNone = query.error instanceof ViewUnavailable && query.error.status === 404;
    return isNone ? <Empty title={t("noSuch")} /> : <Staleness query={query} />;
  }
  const shown = payee.versions.find(({ version }) => version === payee.version) ?? payee.versions[0];
  return (
    <section aria-labelledby="payee-open" className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2
            ref={heading}
            tabIndex={-1}
            id="payee-open"
            className="flex flex-wrap items-center gap-2 text-xl font-semibold"
          >
            <span lang="ja">{shown?.recipient.destinationAccountName}</span>
            <PayeeStatusBadge status={payee.status} />
          </h2>
          <p className="text-sm text-muted-foreground">
            <PayeeSummary payee={payee} />
          </p>
        </div>
        <span className="flex gap-2">
          <PayeeActions {...{ environment, payee, rights }} />
        </span>
      </div>
      <Staleness query={query} />
      <PayeeBody {...{ environment, payee, rights }} />
    </section>
  );
}
