"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Staleness } from "@/components/feedback/staleness";
import { PageFrame } from "@/components/shell/page-frame";
import { useFocusAfter } from "@/components/use-focus-after";
import type { Environment } from "@/lib/environment";
import { payeeCache } from "@/lib/payees/cache";
import { PayeeBody, type PayeeRights } from "./payee-body";
import { PayeeActions, PayeeSummary } from "./payee-heading";
import { PayeeStatusBadge } from "./payee-status";
import { whatWaits } from "./what-waits";

type Props = { environment: Environment; payeeId: string; rights: PayeeRights };

/** The page of one payee. */
export function PayeeDetail({ environment, payeeId, rights }: Props) {
  const t = useTranslations("payees");
  const query = useSuspenseQuery(payeeCache.one(environment, payeeId));
  const payee = query.data;
  const heading = useFocusAfter<HTMLHeadingElement>(whatWaits(payee));
  const shown = payee.versions.find(({ version }) => version === payee.version) ?? payee.versions[0];
  return (
    <PageFrame
      title={t("title")}
      headingRef={heading}
      heading={<span lang="ja">{shown?.recipient.destinationAccountName}</span>}
      parent={{ href: `/${environment}/payees`, title: t("title") }}
      state={<PayeeStatusBadge status={payee.status} />}
      summary={<PayeeSummary payee={payee} />}
      actions={<PayeeActions {...{ environment, payee, rights }} />}
    >
      <Staleness query={query} />
      <PayeeBody {...{ environment, payee, rights }} />
    </PageFrame>
  );
}
