import { ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { CardBody, TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { colon } from "@/lib/i18n/list-text";
import { decidePayeeAction, takeBackPayeeAction } from "@/lib/payees/actions";
import { decidedParts, type PayeePart } from "@/lib/payees/rules";
import type { PayeeTerms, PayeeVersionView, PayeeView } from "@/lib/payees/schema";
import { DecideProposals } from "./decide-proposals";
import { versionKey } from "./kept-reason";
import { AccountChecks } from "./payee-evidence";
import { PayeeWarnings } from "./payee-warnings";
import { TakeBack } from "./take-back";

type Props = {
  environment: Environment;
  payee: PayeeView;
  waiting: PayeeVersionView;
  inForce: PayeeVersionView | null;
  /** Whether what banks said of the account that is proposed is shown here. */
  hasChecks: boolean;
  mayApprove: boolean;
  mayTakeBack: boolean;
};

/** What was proposed beside what is in force, and the decision of a second person. */
export function WaitingVersion({ environment, payee, waiting, inForce, hasChecks, mayApprove, mayTakeBack }: Props) {
  const t = useTranslations("payees");
  const locale = useLocale();
  const { payeeId, readerId, currency, waitingChecks } = payee;
  const { by, at, kyc, version, recipient } = waiting;
  // Banks in Japan alone are asked about accounts.
  const isAsked = currency === "JPY";
  return (
    <TitledCard
      title={t(inForce ? "waitingChange" : "waitingNew")}
      aside={
        <span className="ml-auto text-xs text-subtle-foreground">
          {t.rich("proposedBy", { by, at: () => <Timestamp at={at} style="full" /> })}
        </span>
      }
    >
      <dl className="grid gap-2 border-b border-border px-4 py-3.5 text-md">
        {decidedParts(waiting).map((part) => (
          <div key={part} className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1">
            <dt className="text-sm text-muted-foreground">{t(`parts.${part}`)}</dt>
            <dd className="flex flex-wrap items-center gap-2">
              <Change inForce={inForce} waiting={waiting} part={part} />
            </dd>
          </div>
        ))}
      </dl>
      {hasChecks && (waitingChecks.length > 0 || isAsked) && (
        <ul aria-label={t("check.title")} className="divide-y divide-border border-b border-border">
          <AccountChecks checks={waitingChecks} />
        </ul>
      )}
      <CardBody className="grid gap-3">
        <PayeeWarnings warnings={recipient.warnings} />
        {kyc.check === "differs" && (
          <p className="text-sm text-warning">
            {t("kyc.name")}
            {colon(locale)}
            {t("kyc.differs", { name: kyc.name ?? "" })}
          </p>
        )}
        <p className="text-sm text-muted-foreground">{t("waitingNote")}</p>
        {mayTakeBack && (
          <TakeBack
            environment={environment}
            label={t("takeBack")}
            send={() => takeBackPayeeAction(environment, { payeeId, version })}
          />
        )}
        {mayApprove ? (
          <DecideProposals
            // What one user typed is not there for another who has signed in since.
            key={readerId}
            {...{ environment, readerId }}
            item={versionKey(payee, waiting)}
            isOwn={waiting.isOwn}
            words={{ lead: waiting.isOwn ? t("own") : null, approve: t("approve"), reject: t("reject") }}
            send={(decision) => decidePayeeAction(environment, { payeeId, version, ...decision })}
          />
        ) : (
          <p className="text-sm text-muted-foreground">{t(waiting.isOwn ? "own" : "mayNotDecide")}</p>
        )}
      </CardBody>
    </TitledCard>
  );
}

type ChangeProps = Pick<Props, "waiting" | "inForce"> & { part: PayeePart };

/** What it says now struck through, and what it would say; only one of them where they are the same. */
function Change({ waiting, inForce, part }: ChangeProps) {
  const t = useTranslations("payees");
  if (inForce === null) return <PayeePartText terms={waiting} part={part} />;
  if (!waiting.changed?.includes(part)) {
    return (
      <>
        <PayeePartText terms={inForce} part={part} />
        <span className="text-sm text-subtle-foreground">{t("unchanged")}</span>
      </>
    );
  }
  return (
    <>
      <del className="text-muted-foreground">
        <PayeePartText terms={inForce} part={part} />
      </del>
      <ChevronRight aria-hidden className="size-4 text-subtle-foreground" />
      <ins className="rounded-md bg-primary-soft px-1.5 font-semibold no-underline">
        <PayeePartText terms={waiting} part={part} />
      </ins>
    </>
  );
}

/** One part of what a version says, as a person reads it. */
function PayeePartText({ terms, part }: { terms: PayeeTerms; part: PayeePart }) {
  const t = useTranslations("payees");
  const orders = useTranslations("orders");
  const value = part === "playerId" || part === "label" ? terms[part] : terms.recipient[part];
  if (value === null || value === "") return t("none");
  return <span lang="ja">{part === "destinationAccountType" ? orders("accountType", { code: value }) : value}</span>;
}
