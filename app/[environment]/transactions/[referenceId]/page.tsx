import { notFound } from "next/navigation";
import { MarkOpened } from "@/components/approvals/mark-opened";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { replyWords } from "@/components/transactions/reply-words";
import { TransactionDetail } from "@/components/transactions/transaction-detail";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { transactionCache } from "@/lib/transactions/cache";

type Props = PageProps<"/[environment]/transactions/[referenceId]">;

export default async function TransactionPage({ params }: Props) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment, actor } = ctx;
  const referenceId = decodeURIComponent(wanted.referenceId);
  const found = await getTransaction(ctx, { referenceId });
  if (!found) notFound();
  const queries = [seed(transactionCache.one(environment, referenceId), found)];
  return (
    <ClientBoundary
      messages={[
        "orders",
        "sections",
        "states",
        "evidence",
        "timeline",
        "actions",
        "failures",
        "problems",
        "fields",
        "withdrawals",
        "deposits",
        "stepUp",
        "common",
      ]}
      queries={queries}
    >
      {found.withdrawal?.approval?.mine === "may_decide" && (
        <MarkOpened environment={environment} kind="order" id={referenceId} />
      )}
      <TransactionDetail
        environment={environment}
        referenceId={referenceId}
        mayAsk={may(actor.role, "transactions:check_status")}
        mayNote={may(actor.role, "transactions:note")}
        mayRequest={may(actor.role, "withdrawals:create")}
        mayDeposit={may(actor.role, "deposits:create")}
        mayRegister={may(actor.role, "players:register")}
        mayReadRaw={may(actor.role, "transactions:read_raw")}
        mayApprove={may(actor.role, "withdrawals:approve")}
        maySettle={may(actor.role, "discrepancies:resolve")}
        mayStop={may(actor.role, "orders:stop")}
        words={replyWords()}
        reader={actor.name}
      />
    </ClientBoundary>
  );
}
