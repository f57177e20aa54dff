import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { pickMessages } from "@/components/messages/pick-messages";
import { sentenceWords } from "@/components/transactions/sentence-words";
import { TransactionDetail } from "@/components/transactions/transaction-detail";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { transactionCache } from "@/lib/transactions/cache";

type Props = PageProps<"/[environment]/transactions/[referenceId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).referenceId) };
}

export default async function TransactionPage({ params }: Props) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const referenceId = decodeURIComponent(wanted.referenceId);
  const found = await getTransaction(ctx, { referenceId });
  if (!found) notFound();

  const { environment, actor } = ctx;
  const client = new QueryClient();
  client.setQueryData(transactionCache.one(environment, referenceId).queryKey, found);
  return (
    <NextIntlClientProvider
      messages={pickMessages(await getMessages(), [
        "orders",
        "sections",
        "states",
        "evidence",
        "timeline",
        "actions",
        "failures",
        "problems",
        "fieldProblems",
        "withdrawals",
        "deposits",
        "proof",
        "common",
      ])}
    >
      <HydrationBoundary state={dehydrate(client)}>
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
          words={sentenceWords()}
        />
      </HydrationBoundary>
    </NextIntlClientProvider>
  );
}
