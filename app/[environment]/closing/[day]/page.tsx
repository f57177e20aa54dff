import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { CloseDay } from "@/components/daily-close/close-day";
import { ClosedNote } from "@/components/daily-close/closed-note";
import { DayProposal } from "@/components/daily-close/day-proposal";
import { DayTable } from "@/components/daily-close/day-table";
import { DayTools } from "@/components/daily-close/day-tools";
import { EarlierCloses } from "@/components/daily-close/earlier-closes";
import { EndedSince } from "@/components/daily-close/ended-since";
import { LearnedLate } from "@/components/daily-close/learned-late";
import { ReopenDay } from "@/components/daily-close/reopen-day";
import { Empty } from "@/components/feedback/empty";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { getDay } from "@/lib/daily-close/queries";
import { differencesOf } from "@/lib/daily-close/schema";
import { viewerContext } from "@/lib/http/viewer";

type Props = PageProps<"/[environment]/closing/[day]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${(await getTranslations("closing"))("title")} ${(await params).day}` };
}

export default async function DayPage({ params }: Props) {
  const { environment: named, day } = await params;
  const ctx = await viewerContext(named);
  const { environment, actor } = ctx;
  const t = await getTranslations("closing");
  if (!may(actor.role, "daily_close:read")) return <Empty title={t("mayNot")} />;
  const view = await getDay(ctx, { day });
  if (!view) notFound();
  const { isOver, isKnown, closed, figures, learnedLate, knownSinceClose, settledSince, proposal, earlier } = view;
  const mayClose = may(actor.role, "daily_close:close");
  const canClose = isOver && isKnown && !closed && !proposal && mayClose;
  return (
    <NextIntlClientProvider
      messages={pickMessages(await getMessages(), ["closing", "fieldProblems", "problems", "common", "secondAdmin"])}
    >
      <PageFrame
        title={t("of", { day: day.replaceAll("-", "/") })}
        aside={t("tokyo")}
        actions={<DayTools environment={environment} day={day} />}
      >
        <div className="grid gap-4">
          {closed && <ClosedNote closed={closed} />}
          {proposal && <DayProposal environment={environment} proposal={proposal} mayDecide={mayClose} />}
          {!isKnown && !closed && <p className="text-muted-foreground">{t("beforeRecords")}</p>}
          {!isOver && <p className="text-muted-foreground">{t("notOver")}</p>}
          <DayTable
            environment={environment}
            isOver={isOver}
            day={day}
            figures={closed?.figures ?? figures}
            now={closed ? figures : null}
          />
          <LearnedLate {...{ environment, learnedLate, knownSinceClose }} />
          {closed && <EndedSince environment={environment} orders={settledSince} />}
          {canClose && <CloseDay environment={environment} day={day} addsUp={differencesOf(figures).length === 0} />}
          <EarlierCloses closes={earlier} />
          {closed && !proposal && mayClose && <ReopenDay environment={environment} day={day} />}
        </div>
      </PageFrame>
    </NextIntlClientProvider>
  );
}
