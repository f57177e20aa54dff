import { getTranslations } from "next-intl/server";
import { KeyReach } from "@/components/api-keys/key-reach";
import { UnattendedProposal } from "@/components/api-keys/unattended";
import { ApprovalList } from "@/components/approvals/approval-list";
import { ApprovalsSummary } from "@/components/approvals/approvals-summary";
import { BatchDecision } from "@/components/approvals/batch-decision";
import { MarkOpened } from "@/components/approvals/mark-opened";
import { PayoutDecision } from "@/components/approvals/payout-decision";
import { ProposalDecision } from "@/components/approvals/proposal-decision";
import { SignatureLock } from "@/components/callbacks/signature-lock";
import { DayProposal } from "@/components/daily-close/day-proposal";
import { Empty } from "@/components/feedback/empty";
import { OpenFreezes } from "@/components/freezes/open-freezes";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PayeeImport } from "@/components/payees/file-import/payee-import";
import { PayeeDecision } from "@/components/payees/payee-decision";
import { ExceptionDecision } from "@/components/reconciliation/exception-decision";
import { LimitsProposal } from "@/components/settings/daily-limits";
import { RulesProposal } from "@/components/settings/rules";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Proposals } from "@/components/team/proposals";
import { Card } from "@/components/ui/card";
import { listApiKeys } from "@/lib/api-keys/queries";
import { approvalsCache } from "@/lib/approval-queue/cache";
import { listApprovals } from "@/lib/approval-queue/queries";
import { type ApprovalItem, approvalsAddress } from "@/lib/approval-queue/schema";
import { may } from "@/lib/auth/permissions";
import { batchCache } from "@/lib/batches/cache";
import { getBatch } from "@/lib/batches/queries";
import { oneBatch } from "@/lib/batches/schema";
import { getSignatureLock } from "@/lib/callbacks/queries";
import { getDay } from "@/lib/daily-close/queries";
import { getEndedProposal } from "@/lib/dashboard/proposals";
import type { WaitingProposal } from "@/lib/dashboard/schema";
import { listFreezes } from "@/lib/freezes/queries";
import { type Viewer, viewerContext } from "@/lib/http/viewer";
import { getLimits } from "@/lib/limits/queries";
import { payeeCache } from "@/lib/payees/cache";
import { getPayeeImport } from "@/lib/payees/file-import/queries";
import { getPayee } from "@/lib/payees/queries";
import { getExceptionProposal } from "@/lib/reconciliation/row-detail";
import { getTeam } from "@/lib/team/queries";
import { teamFilter } from "@/lib/team/schema";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { transactionCache } from "@/lib/transactions/cache";
import { getRules } from "@/lib/withdrawals/queries";

export default async function ApprovalsPage({ params, searchParams }: PageProps<"/[environment]/approvals">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("approvals");
  if (!may(actor.role, "approvals:read")) return <MayNot title={t("title")} why={t("mayNot")} />;
  const { item: chosen } = approvalsAddress.parse(await searchParams);
  const approvals = await listApprovals(ctx);
  // What was chosen and has been decided since is still shown, with what became of it.
  const current = chosen ?? approvals.items[0]?.id ?? null;
  const waiting = approvals.items.find(({ id }) => id === current);
  const opened = waiting ? openedOf(waiting) : null;
  return (
    <ClientBoundary
      messages={[
        ...(["approvals", "withdrawals", "orders", "states", "evidence", "timeline", "failures"] as const),
        ...(["problems", "fields", "stepUp", "common", "dualControl", "rules", "limits", "apiKeys"] as const),
        ...(["callbacks", "freezes", "team", "roles", "dailyClose", "batches", "payees"] as const),
        ...([
          "reconciliation.classes",
          "reconciliation.detail",
          "reconciliation.reasons",
          "reconciliation.rows",
        ] as const),
      ]}
      queries={[seed(approvalsCache.all(environment), approvals)]}
    >
      <PageFrame title={t("title")} summary={<ApprovalsSummary environment={environment} />}>
        <ApprovalList environment={environment} current={current} isChosen={chosen !== undefined}>
          {current !== null && <Decision key={current} ctx={ctx} id={current} proposal={waiting} />}
          {opened && <MarkOpened environment={environment} {...opened} />}
        </ApprovalList>
      </PageFrame>
    </ClientBoundary>
  );
}

/** What the item is in the outbox of notifications. A proposed change is marked where it is decided. */
function openedOf({ kind, id }: ApprovalItem) {
  if (kind === "batch" || kind === "payee" || kind === "payee_import") return { kind, id };
  return kind === "withdrawal" ? { kind: "order" as const, id } : null;
}

type DecisionProps = { ctx: Viewer; id: string; proposal: ApprovalItem | undefined };

/** The decision about one item, by the parts of the page that it is otherwise decided on. */
async function Decision({ ctx, id, proposal: item }: DecisionProps) {
  if (!item) return endedItem(ctx, id);
  switch (item.kind) {
    case "withdrawal":
      return <Payout ctx={ctx} referenceId={id} />;
    case "batch":
      return <Batch ctx={ctx} batchId={id} />;
    case "payee_import":
      return payeeFile(ctx, id);
    case "payee":
      return payeeDecision(ctx, id);
    default:
      return (
        <ProposalDecision environment={ctx.environment} ended={null}>
          {await proposedChange(ctx, item)}
        </ProposalDecision>
      );
  }
}

/** What waits no more, or not for the reader: its ID says what it is. */
async function endedItem(ctx: Viewer, id: string) {
  const { environment } = ctx;
  if (!oneBatch.safeParse({ batchId: id }).success) return <Payout ctx={ctx} referenceId={id} />;
  const ended = await getEndedProposal(ctx, { proposalId: id });
  if (ended) {
    return (
      <ProposalDecision environment={environment} ended={ended}>
        {/* The same as before, so that a one-time link that came of it stays. */}
        {ended.kind === "user" && <Proposals environment={environment} proposals={[]} isSaidBelow />}
      </ProposalDecision>
    );
  }
  return (await payeeDecision(ctx, id)) ?? (await payeeFile(ctx, id)) ?? <Batch ctx={ctx} batchId={id} />;
}

async function proposedChange(ctx: Viewer, waiting: WaitingProposal) {
  const { environment } = ctx;
  const { id } = waiting;
  switch (waiting.kind) {
    case "approval_rules": {
      const { inForce, proposal } = await getRules(ctx);
      return proposal?.id === id && <RulesProposal {...{ environment, inForce, proposal }} mayChange />;
    }
    case "daily_limits": {
      const { inForce, proposal } = await getLimits(ctx);
      return proposal?.id === id && <LimitsProposal {...{ environment, inForce, proposal }} mayChange />;
    }
    case "api_key_limits": {
      const key = (await listApiKeys(ctx)).find(({ proposal }) => proposal?.id === id);
      return (
        key?.proposal && (
          <UnattendedProposal {...{ environment, apiKey: key, proposal: key.proposal }}>
            <div>
              <p className="font-mono text-xs text-muted-foreground">{key.prefix}…</p>
              <KeyReach apiKey={key} />
            </div>
          </UnattendedProposal>
        )
      );
    }
    case "signature_lock":
      return <SignatureLock environment={environment} lock={await getSignatureLock(ctx)} mayChange />;
    case "resume_payouts": {
      const freezes = (await listFreezes(ctx)).filter(({ resumption }) => resumption?.id === id);
      return <OpenFreezes environment={environment} freezes={freezes} mayResume hasLink={false} />;
    }
    case "user": {
      const { proposals } = await getTeam(ctx, teamFilter.parse({}));
      return <Proposals environment={environment} proposals={proposals.filter((one) => one.id === id)} isSaidBelow />;
    }
    case "exception": {
      const found = await getExceptionProposal(ctx, { proposalId: id });
      return (
        found && (
          <ExceptionDecision {...{ environment, ...found }} mayDecide={may(ctx.actor.role, "reconciliation:change")} />
        )
      );
    }
    case "day": {
      const { day } = waiting;
      const proposal = (await getDay(ctx, { day }))?.proposal;
      return proposal && <DayProposal {...{ environment, proposal, day }} mayDecide />;
    }
  }
}

/** The same before and after the decision, so that what has the focus stays. */
async function payeeDecision(ctx: Viewer, payeeId: string) {
  const { environment, actor } = ctx;
  const payee = await getPayee(ctx, { payeeId });
  return (
    payee && (
      <ClientBoundary queries={[seed(payeeCache.one(environment, payeeId), payee)]}>
        <PayeeDecision {...{ environment, payeeId }} mayApprove={may(actor.role, "payees:approve")} />
      </ClientBoundary>
    )
  );
}

async function payeeFile(ctx: Viewer, importId: string) {
  const { environment, actor } = ctx;
  const file = await getPayeeImport(ctx, { importId });
  const mayApprove = may(actor.role, "payees:approve");
  return file && <PayeeImport {...{ environment, file, mayApprove }} mayTakeBack={false} />;
}

async function Gone() {
  const t = await getTranslations("approvals");
  return (
    <Card>
      <Empty title={t("gone")}>{t("goneText")}</Empty>
    </Card>
  );
}

async function Batch({ ctx, batchId }: { ctx: Viewer; batchId: string }) {
  const { environment } = ctx;
  const batch = await getBatch(ctx, { batchId });
  if (!batch) return <Gone />;
  return (
    <ClientBoundary queries={[seed(batchCache.one({ environment, batchId }), batch)]}>
      <BatchDecision environment={environment} batchId={batchId} />
    </ClientBoundary>
  );
}

async function Payout({ ctx, referenceId }: { ctx: Viewer; referenceId: string }) {
  const { environment } = ctx;
  const found = await getTransaction(ctx, { referenceId });
  if (!found?.withdrawal?.approval) return <Gone />;
  return (
    <ClientBoundary queries={[seed(transactionCache.one(environment, referenceId), found)]}>
      <PayoutDecision environment={environment} referenceId={referenceId} />
    </ClientBoundary>
  );
}
