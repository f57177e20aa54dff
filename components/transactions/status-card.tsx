import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Checks } from "@/components/display/checks";
import { Timestamp } from "@/components/display/timestamp";
import { Evidence } from "@/components/evidence/evidence";
import { useAnnouncement } from "@/components/feedback/use-announcement";
import { failureText } from "@/components/messages/failure-text";
import { stateText } from "@/components/messages/status-text";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import type { AnsweredEntry, TransactionView } from "@/lib/transactions/schema";
import { headlineOf, needsAction } from "@/lib/transactions/status/display-status";
import { CopyReply } from "./copy-reply";
import { HeldAmount } from "./held-amount";
import { NextStep } from "./next-step";
import type { ReplyWords } from "./reply-words";
import { useSentence } from "./use-sentence";

type Props = {
  environment: Environment;
  order: TransactionView;
  mayAsk: boolean;
  words: ReplyWords[];
  children: ReactNode;
};

/** The sentence comes first: what is true, what is being done about it, what to do or not to do. */
export function StatusCard({ environment, order, mayAsk, words, children }: Props) {
  const t = useTranslations();
  const sentence = useSentence(order);
  const state = stateText(useTranslations("states"), order);
  const changed = useAnnouncement(t("orders.changed", { state }));
  const headline = headlineOf(order);
  // One primary button a page: a decision that waits for the reader is more urgent than a reply.
  const mayDecide = order.withdrawal?.approval?.mine === "may_decide";
  return (
    <Card className={cn("mb-4 px-3.5 py-3 md:px-5 md:py-4", needsAction(order) && "border-l-3 border-l-warning")}>
      <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted-foreground not-has-[time]:hidden">
        <Clock aria-hidden className="size-3.5 shrink-0" />
        {order.evidence ? <Evidence order={order} /> : <AttemptEvidence answered={order.answered} />}
        <span>
          <Checks times={order} />
        </span>
      </p>
      <p className="mb-1 text-lg font-semibold tracking-tight">
        {sentence}{" "}
        {headline === "unknown" && (
          <span className="inline-block text-warning">{t("orders.doNotSend", { type: order.type })}</span>
        )}
      </p>
      <NextStep order={order} headline={headline} mayAsk={mayAsk} />
      <div className="mt-3 flex flex-wrap items-center gap-2 print:hidden">
        <CopyReply order={order} words={words} isPrimary={!mayDecide} />
        {headline === "unknown" && order.type === "WITHDRAW" && <HeldAmount environment={environment} order={order} />}
      </div>
      {children}
      <p role="status" className="sr-only">
        {changed}
      </p>
    </Card>
  );
}

/** The outcome of our request while the service has no status: why it was rejected, or is unknown. */
function AttemptEvidence({ answered }: { answered: AnsweredEntry | null }) {
  const t = useTranslations("failures");
  return (
    answered?.failure && (
      <span>
        {failureText(t, answered.failure)} <Timestamp at={answered.at} style="recent" />
      </span>
    )
  );
}
