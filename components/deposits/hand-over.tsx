import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { Copyable, CopyButton } from "@/components/display/copyable";
import { CopyFact, Fact, Facts } from "@/components/display/facts";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { ORDER_GRID } from "@/components/orders/order-grid";
import { Reveal } from "@/components/pii/reveal";
import type { RevealOf } from "@/components/pii/use-reveal";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle, TitledCard } from "@/components/ui/card";
import { isPayableBy, webLink } from "@/lib/deposits/player-message";
import type { InstructionsView, TransactionView } from "@/lib/transactions/schema";
import { CopyForPlayer } from "./copy-for-player";
import { handOverState } from "./hand-over-state";
import { withShown } from "./shown-instructions";

type Props = { order: TransactionView; how: InstructionsView };
type Masked = Props & { reveal: RevealOf<"receiver"> };

/** What the player needs in order to pay, each part to be copied, for as long as it may be paid. */
export function HandOver({ order, how: seen, reveal }: Masked) {
  const t = useTranslations("deposits.handOver");
  const state = handOverState(order);
  const how = withShown(seen, reveal.shown);
  const shown = how.masked ? null : reveal.shown;
  const hasAccount = how.receiverAccount !== null;
  const head = (
    <CardHeader>
      <CardTitle>{t("title")}</CardTitle>
      <p className="ml-auto text-xs text-subtle-foreground">
        {t.rich("asOf", { at: () => <Timestamp at={how.at} style="recent" /> })}
      </p>
    </CardHeader>
  );
  if (state !== "payable")
    return (
      <Card className="mb-4" aria-label={t("title")}>
        {head}
        <div className="p-4">
          <Alert tone={state === "paid" ? "neutral" : "watch"}>{t(state)}</Alert>
        </div>
      </Card>
    );
  return (
    <section aria-label={t("title")} className={`${ORDER_GRID} mb-4`}>
      <Card>
        {head}
        <div className="grid content-start gap-3 p-4">
          {how.changed && <Alert tone="watch">{t("changed")}</Alert>}
          <p className="text-muted-foreground">
            {how.address !== null && hasAccount && t("lead")} {t("exact")}
          </p>
          <PaymentLink order={order} how={how} />
          {!how.masked && isPayableBy(how) && <CopyForPlayer order={order} how={how} />}
          <p className="text-xs text-subtle-foreground">{t("expiry")}</p>
        </div>
      </Card>
      <TitledCard
        title={t("account")}
        aside={
          seen.masked && (
            <Reveal
              reveal={{ ...reveal, shown }}
              revealable={seen.revealable}
              what={t(hasAccount ? "account" : "link")}
              className="ml-auto"
            />
          )
        }
      >
        {hasAccount ? (
          <Account order={order} how={how} />
        ) : (
          <p className="p-4 text-muted-foreground">{t("noAccount")}</p>
        )}
      </TitledCard>
    </section>
  );
}

/** The service's page, which is not ours: its host stands out, and nothing but a web address can be pressed. */
function PaymentLink({ order, how }: Props) {
  const t = useTranslations("deposits.handOver");
  const { address } = how;
  if (address === null) {
    return <p className="text-sm text-warning">{t(order.deposit ? "noLink" : "noLinkElsewhere")}</p>;
  }
  const link = webLink(address);
  return (
    <div className="rounded-lg border border-border-strong p-3">
      <p className="text-sm font-semibold">
        {t("link")}{" "}
        {link && (
          <span className="font-normal text-muted-foreground">
            {t.rich("host", { host: () => <strong className="font-mono text-foreground">{link.host}</strong> })}
          </span>
        )}
      </p>
      <p className="my-1.5 font-mono text-xs break-all">{address}</p>
      {!how.masked && <OpenLink address={address} link={link} />}
    </div>
  );
}

type Link = { address: string; link: ReturnType<typeof webLink> };

function OpenLink({ address, link }: Link) {
  const t = useTranslations("deposits.handOver");
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {link ? (
          <a
            href={link.href}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            className={buttonVariants()}
          >
            <ExternalLink aria-hidden className="size-3.5" /> {t("openLink")}
          </a>
        ) : (
          <span className="text-sm text-warning">{t("notALink")}</span>
        )}
        {link && <CopyButton text={address} what={t("link")} />}
      </div>
      <p className="mt-1.5 text-xs text-subtle-foreground">{t("secret")}</p>
    </>
  );
}

function Account({ order, how }: Props) {
  const t = useTranslations("deposits.handOver");
  const { amount, currency, referenceId } = order;
  const facts = [
    [t("bank"), how.receiverBank, false],
    [t("bankCode"), how.receiverBankCode, false],
    [t("branch"), how.receiverBankBranch, false],
    [t("accountNumber"), how.receiverAccount, how.masked],
    [t("name"), how.receiverName, how.masked],
  ] as const;
  return (
    <Facts>
      {facts.map(
        ([name, value, isMasked]) =>
          value && (
            <Fact key={name} name={name}>
              {isMasked ? (
                <span lang="ja">{value}</span>
              ) : (
                <Copyable text={value} what={name}>
                  <span lang="ja">{value}</span>
                </Copyable>
              )}
            </Fact>
          ),
      )}
      <Fact name={t("amount")}>
        <Copyable text={amount} what={t("amount")}>
          <Money amount={amount} currency={currency} />
        </Copyable>
      </Fact>
      <CopyFact name={t("reference")} text={referenceId} />
    </Facts>
  );
}
