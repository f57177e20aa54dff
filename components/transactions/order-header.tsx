import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import { PageFrame } from "@/components/shell/page-frame";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { isUnknown, mayBeAtService } from "@/lib/transactions/submission/submission";
import { CheckStatusButton } from "./check-status-button";
import { LockedResend } from "./locked-resend";

type Props = {
  environment: Environment;
  order: TransactionView;
  mayAsk: boolean;
  /** The reader could send it again, were it not unknown whether the service has it. */
  mayResend: boolean;
  /** Null where the reader's role writes no notes. */
  onAddNote: (() => void) | null;
  children: ReactNode;
};

/** What the order is and how it stands, and what one can do about it from here. */
export function OrderFrame({ environment, order, mayAsk, mayResend, onAddNote, children }: Props) {
  const t = useTranslations();
  const { referenceId, submission, type, replacedBy } = order;
  const list = order.withdrawal ? "withdrawals" : order.deposit ? "deposits" : "transactions";
  return (
    <PageFrame
      title={referenceId}
      heading={t("orders.heading", { type, amount: formatAmount(order.amount, order.currency) })}
      parent={{ href: `/${environment}/${list}`, title: t(`sections.${list}`) }}
      otherParent={{ href: `/${environment}/transactions`, title: t("sections.transactions") }}
      state={<StatusBadge order={order} />}
      summary={<Summary order={order} />}
      actions={
        <>
          {onAddNote && (
            <Button onClick={onAddNote}>
              <Pencil aria-hidden /> {t("orders.note.add")}
            </Button>
          )}
          {mayAsk && mayBeAtService(order) && <CheckStatusButton environment={environment} order={order} />}
          {mayResend && isUnknown(submission) && replacedBy === null && <LockedResend order={order} />}
        </>
      }
    >
      {children}
    </PageFrame>
  );
}

/** To whom, who asked for it and when, in one line. */
function Summary({ order: { withdrawal, deposit, playerId, createdAt, firstSeen } }: Pick<Props, "order">) {
  const t = useTranslations("orders.summary");
  const at = () => <Timestamp at={createdAt} style="minute" />;
  const ours = withdrawal ?? deposit;
  const { destinationName, destinationBranchName, destinationAccountName } = withdrawal?.recipient ?? {};
  const parts = [
    destinationAccountName && t("to", { name: destinationAccountName }),
    destinationName && [destinationName, destinationBranchName].filter(Boolean).join(" "),
    !withdrawal && playerId && t("player", { id: playerId }),
  ].filter((part) => part);
  return (
    <>
      {parts.join(" · ")}
      {parts.length > 0 && " · "}
      {ours
        ? t.rich("requestedBy", { name: ours.requestedBy, at })
        : t.rich(firstSeen?.isCreationReported === false ? "firstRecorded" : "created", { at })}
    </>
  );
}
