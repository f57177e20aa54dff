import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ProposalPlace } from "@/components/commands/proposal-place";
import { CloseDay, ReopenDay } from "@/components/daily-close/close-day";
import { ClosedNote, EarlierCloses } from "@/components/daily-close/closes";
import { DayMovements } from "@/components/daily-close/day-movements";
import { DayProposal } from "@/components/daily-close/day-proposal";
import { DayReconciliation } from "@/components/daily-close/day-reconciliation";
import { DayState } from "@/components/daily-close/day-state";
import { DayTable } from "@/components/daily-close/day-table";
import { DayTools } from "@/components/daily-close/day-tools";
import { FollowDay } from "@/components/daily-close/follow-day";
import { EndedSince, LearnedLate } from "@/components/daily-close/late-orders";
import { EndedRequests } from "@/components/ended-requests/ended-requests";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { TitledCard } from "@/components/ui/card";
import { may } from "@/lib/auth/permissions";
import { getDay } from "@/lib/daily-close/queries";
import { differencesOf, notKnownOf } from "@/lib/daily-close/schema";
import { listEndedRequests } from "@/lib/dashboard/proposals";
import { viewerContext } from "@/lib/http/viewer";
import { formatDay } from "@/lib/time";

type Props = PageProps<"/[environment]/daily-close/[day]">;

export default async function DayPage({ params }: Props) {
  const { environment: named, day } = await params;
  const ctx = await viewerContext(named);
  const { environment, actor } = ctx;
  const t = await getTranslations("dailyClose");
  if (!may(actor.role, "daily_close:read")) return <MayNot title={t("title")} why={t("mayNot")} />;
  const view = await getDay(ctx, { day });
  if (!view) notFound();
  const { isOver, isKnown, closed, figures, learnedLate, knownSinceClose, hasMore, proposal, earlier } = view;
  const mayClose = may(actor.role, "daily_close:close");
  const canClose = isOver && isKnown && !closed && !proposal;
  return (
    <ClientBoundary
      messages={[
        "dailyClose",
        "reconciliation.classes",
        "reconciliation.reasons",
        "reconciliation.rows",
        "reconciliation.run",
        "movements",
        "fields",
        "problems",
        "stepUp",
        "common",
        "dualControl",
      ]}
    >
      <FollowDay
        environment={environment}
        day={day}
        shown={{ closed: closed?.hash ?? null, proposed: proposal?.id ?? null }}
      />
      <PageFrame
        title={t("of", { day: formatDay(day, await getLocale()) })}
        parent={{ href: `/${environment}/daily-close`, title: t("title") }}
        state={<DayState isOver={isOver} isClosed={closed !== null} />}
        summary={t("tokyo")}
        actions={<DayTools environment={environment} day={day} />}
      >
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem] wide:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-1 gap-4">
            <DayTable
              environment={environment}
              isOver={isOver}
              day={day}
              figures={closed?.figures ?? figures}
              isOfClose={closed !== null}
              now={closed ? figures : null}
            />
            <DayReconciliation
              {...{ environment, day, closed }}
              reconciliation={view.reconciliation}
              mayStart={isOver && may(actor.role, "reconciliation:change")}
            />
            <DayMovements
              {...{ environment, day, closed }}
              isKnown={!isOver || notKnownOf(closed?.figures ?? figures).length === 0}
              movements={view.movements}
            />
            {earlier.map(({ version, figures: first }) => (
              <TitledCard key={version} title={t("figuresOfClose", { version })}>
                <DayTable
                  {...{ environment, isOver, day, label: t("figuresOfClose", { version }) }}
                  figures={first}
                  isOfClose
                  now={null}
                />
              </TitledCard>
            ))}
            <LearnedLate {...{ environment, day, learnedLate, knownSinceClose }} hasMore={hasMore.learnedLate} />
            {closed && (
              <EndedSince {...{ environment, day }} orders={view.settledSince} hasMore={hasMore.settledSince} />
            )}
          </div>
          {/* A decision that waits comes first where there is one column. */}
          <ProposalPlace
            of={[proposal]}
            className={proposal ? "gap-4 max-xl:order-first xl:sticky xl:top-12" : "gap-4 xl:sticky xl:top-12"}
          >
            <EndedRequests
              environment={environment}
              requests={await listEndedRequests(ctx, { kinds: ["day"], subject: day })}
            />
            {proposal && <DayProposal environment={environment} proposal={proposal} mayDecide={mayClose} />}
            {closed && <ClosedNote closed={closed} />}
            {!isKnown && !closed && <Alert>{t("beforeRecords")}</Alert>}
            {!isOver && <Alert>{t("notOver")}</Alert>}
            {mayClose && <CloseDay {...{ environment, day }} differences={differencesOf(figures)} isOver={!canClose} />}
            <EarlierCloses closes={earlier} />
            {mayClose && <ReopenDay {...{ environment, day }} isOver={!closed || proposal !== null} />}
          </ProposalPlace>
        </div>
      </PageFrame>
    </ClientBoundary>
  );
}
