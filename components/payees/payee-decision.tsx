"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { Card, CardBody } from "@/components/ui/card";
import { useFocusAfter } from "@/components/use-focus-after";
import type { Environment } from "@/lib/environment";
import { payeeCache } from "@/lib/payees/cache";
import { KeptReasons } from "./kept-reason";
import { PayeeStatusBadge } from "./payee-status";
import { DecidedBy } from "./payee-versions";
import { WaitingVersion } from "./waiting-version";
import { whatWaits } from "./what-waits";

type Props = { environment: Environment; payeeId: string; mayApprove: boolean };

/** A new payee or a change, and the decision about it. */
export function PayeeDecision({ environment, payeeId, mayApprove }: Props) {
  const t = useTranslations("payees");
  const { data: payee } = useSuspenseQuery(payeeCache.one(environment, payeeId));
  const heading = useFocusAfter<HTMLHeadingElement>(whatWaits(payee));
  const inForce = payee.versions.find(({ version }) => version === payee.version) ?? null;
  const waiting = payee.versions.find(({ version }) => version === payee.waiting);
  const last = payee.versions.find(({ decision }) => decision !== null);
  const shown = inForce ?? payee.versions[0];
  return (
    <>
      <Card>
        <CardBody className="flex flex-wrap items-center gap-2">
          <h2 ref={heading} tabIndex={-1} lang="ja" className="text-lg font-semibold">
            {shown?.recipient.destinationAccountName}
          </h2>
          <PayeeStatusBadge status={payee.status} />
          <Link href={`/${environment}/payees/${payeeId}`} className="ml-auto text-sm text-primary hover:underline">
            {t("openPayee")}
          </Link>
        </CardBody>
      </Card>
      {waiting ? (
        <WaitingVersion
          key={waiting.version}
          {...{ environment, payee, waiting, inForce, mayApprove }}
          hasChecks
          mayTakeBack={false}
        />
      ) : (
        <Card>
          <Empty title={t("decidedNow")}>{last?.decision && <DecidedBy decision={last.decision} />}</Empty>
        </Card>
      )}
      <KeptReasons payee={payee} />
    </>
  );
}
