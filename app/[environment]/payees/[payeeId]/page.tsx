import { notFound } from "next/navigation";
import { MarkOpened } from "@/components/approvals/mark-opened";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PayeeDetail } from "@/components/payees/payee-detail";
import { rightsOf } from "@/components/payees/rights";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { payeeCache } from "@/lib/payees/cache";
import { getPayee } from "@/lib/payees/queries";
import { onePayee } from "@/lib/payees/schema";

export default async function PayeePage({ params }: PageProps<"/[environment]/payees/[payeeId]">) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment, actor } = ctx;
  const asked = onePayee.safeParse(wanted);
  const payee = asked.success ? await getPayee(ctx, asked.data) : null;
  if (!payee) notFound();
  return (
    <ClientBoundary
      messages={[
        "payees",
        "withdrawals.warnings",
        "orders",
        "states",
        "evidence",
        "fields",
        "problems",
        "stepUp",
        "common",
      ]}
      queries={[seed(payeeCache.one(environment, payee.payeeId), payee)]}
    >
      {may(actor.role, "payees:approve") && <MarkOpened environment={environment} kind="payee" id={payee.payeeId} />}
      <PayeeDetail environment={environment} payeeId={payee.payeeId} rights={rightsOf(actor.role)} />
    </ClientBoundary>
  );
}
