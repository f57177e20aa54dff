import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/display/copyable";
import { StatusBadge } from "@/components/display/status-badge";
import { Evidence } from "@/components/evidence/evidence";
import { useAnnouncement } from "@/components/feedback/use-announcement";
import { stateText } from "@/components/messages/status-text";
import { displayStatusOf, needsAPerson } from "@/components/orders/display-status";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import type { TransactionView } from "@/lib/transactions/schema";
import { AttemptEvidence } from "./attempt-evidence";
import { NextStep } from "./next-step";
import type { SentenceWords } from "./sentence-words";
import { sentenceFrom, useSentence } from "./use-sentence";

type Props = { order: TransactionView; words: SentenceWords[]; children: ReactNode };

/** The sentence comes first: what is true, what is being done about it, what to do or not to do. */
export function StatusCard({ order, words, children }: Props) {
  const t = useTranslations();
  const sentence = useSentence(order);
  const state = stateText(useTranslations("states"), order);
  const changed = useAnnouncement(t("orders.changed", { state }));
  const standing = displayStatusOf(order);
  return (
    <Card className={cn("mb-4 p-4.5 md:px-5", needsAPerson(standing) && "border-l-3 border-l-warning")}>
      <div className="mb-1.5 flex flex-wrap items-center gap-2.5">
        <StatusBadge order={order} />
        {order.evidence ? <Evidence order={order} /> : <AttemptEvidence answered={order.answered} />}
      </div>
      <p className="text-lg/snug font-semibold">
        {sentence}{" "}
        {standing === "unknown" && <span className="text-warning">{t("orders.doNotSend", { type: order.type })}</span>}
      </p>
      <NextStep order={order} standing={standing} />
      {children}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {words.map((language) => {
          const { locale, text, copy } = sentenceFrom(language, order);
          return (
            <span key={locale} lang={locale} className="contents">
              <CopyButton text={text}>{copy}</CopyButton>
            </span>
          );
        })}
      </div>
      <p role="status" className="sr-only">
        {changed}
      </p>
    </Card>
  );
}
