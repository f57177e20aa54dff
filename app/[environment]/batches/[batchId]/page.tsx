import { notFound } from "next/navigation";
import { MarkOpened } from "@/components/approvals/mark-opened";
import { BatchDetail } from "@/components/batches/batch-detail";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { may } from "@/lib/auth/permissions";
import { batchCache } from "@/lib/batches/cache";
import { getBatch } from "@/lib/batches/queries";
import { batchAddress, oneBatch } from "@/lib/batches/schema";
import { viewerContext } from "@/lib/http/viewer";
import { seesPii } from "@/lib/pii/access";

export default async function BatchPage({ params, searchParams }: PageProps<"/[environment]/batches/[batchId]">) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment, actor } = ctx;
  const asked = oneBatch.safeParse({ batchId: wanted.batchId });
  const batch = asked.success ? await getBatch(ctx, asked.data) : null;
  if (!batch) notFound();
  const { batchId } = batch;
  const { known } = batchAddress.parse(await searchParams);
  return (
    <ClientBoundary
      messages={[
        ...(["batches", "states", "evidence", "actions"] as const),
        ...(["orders.*", "withdrawals.approval", "withdrawals.summary"] as const),
        ...(["fields", "problems", "failures", "stepUp", "common", "imports.problems"] as const),
      ]}
      queries={[seed(batchCache.one({ environment, batchId }), batch)]}
    >
      {batch.mine === "may_decide" && <MarkOpened environment={environment} kind="batch" id={batchId} />}
      <BatchDetail
        {...{ environment, batchId }}
        mayRequest={may(actor.role, "withdrawals:create")}
        mayStop={may(actor.role, "orders:stop")}
        mayExport={may(actor.role, "transactions:export")}
        seesPii={seesPii(ctx)}
        isKnown={known}
      />
    </ClientBoundary>
  );
}
