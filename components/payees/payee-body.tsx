import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import type { Environment } from "@/lib/environment";
import { accountText } from "@/lib/payees/rules";
import type { PayeeView } from "@/lib/payees/schema";
import { BlockPayee } from "./block-payee";
import { KeptReasons } from "./kept-reason";
import { PayeeEvidence } from "./payee-evidence";
import { PayeePayouts } from "./payee-payouts";
import { PayeeTermsCard } from "./payee-terms";
import { PayeeVersions } from "./payee-versions";
import { WaitingVersion } from "./waiting-version";

export type PayeeRights = { mayEdit: boolean; mayApprove: boolean; mayBlock: boolean; mayPay: boolean };

type Props = { environment: Environment; payee: PayeeView; rights: PayeeRights };

/** One payee: what waits for a decision first, then the account in force with its evidence, beside what was paid to it. */
export function PayeeBody({ environment, payee, rights }: Props) {
  const t = useTranslations("payees");
  const orders = useTranslations("orders");
  const { payeeId, blocked, heldBy, versions, newUntil } = payee;
  const { mayEdit, mayApprove, mayBlock } = rights;
  const inForce = versions.find(({ version }) => version === payee.version) ?? null;
  const waiting = versions.find(({ version }) => version === payee.waiting) ?? null;
  const shown = inForce ?? versions[0];
  const answeredAbout = (checked: number) => {
    const recipient = versions.find(({ version }) => version === checked)?.recipient;
    return recipient
      ? accountText(recipient, orders("accountType", { code: recipient.destinationAccountType ?? "" }))
      : "";
  };
  if (!shown) return null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {blocked && (
        <Alert tone="watch">
          <p>{t.rich("blockedBy", { by: blocked.by, at: () => <Timestamp at={blocked.at} style="full" /> })}</p>
          <p>
            {blocked.check
              ? t("blockedCheck", { ...blocked.check, account: answeredAbout(blocked.check.version) })
              : t("reasonWas", { reason: blocked.reason })}
          </p>
        </Alert>
      )}
      {heldBy !== null && (
        <Alert tone="watch">
          {t("heldBy")}{" "}
          <Link href={`/${environment}/payees/${heldBy}`} className="underline">
            {t("openPayee")}
          </Link>
        </Alert>
      )}
      {newUntil !== null && (
        <Alert tone="watch">{t.rich("newUntil", { until: () => <Timestamp at={newUntil} style="minute" /> })}</Alert>
      )}
      {waiting && (
        <WaitingVersion
          key={waiting.version}
          {...{ environment, payee, waiting, inForce, mayApprove }}
          // Of a new payee they are the evidence below.
          hasChecks={inForce !== null}
          mayTakeBack={mayEdit && waiting.isOwn}
        />
      )}
      <KeptReasons payee={payee} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <PayeeTermsCard environment={environment} title={t(inForce ? "inForce" : "asProposed")} terms={shown} />
          <PayeeEvidence payee={payee} />
        </div>
        <div className="grid min-w-0 gap-4">
          <PayeePayouts environment={environment} payee={payee} shown={shown} />
          <PayeeVersions versions={versions} />
          {(blocked ? mayApprove : mayBlock) && (
            <BlockPayee key={String(blocked !== null)} {...{ environment, payeeId }} isBlocked={blocked !== null} />
          )}
        </div>
      </div>
    </div>
  );
}
