import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { CloseDay } from "@/components/closing/close-day";
import { ClosedNote } from "@/components/closing/closed-note";
import { DayTable } from "@/components/closing/day-table";
import { DayTools } from "@/components/closing/day-tools";
import { SettledSince } from "@/components/closing/settled-since";
import { Empty } from "@/components/empty";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/auth/viewer";
import { getDay } from "@/lib/closing/queries";
import { addsUp } from "@/lib/closing/schema";

type Props = PageProps<"/[environment]/closing/[day]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${(await getTranslations("closing"))("title")} ${(await params).day}` };
}

export default async function DayPage({ params }: Props) {
  const { environment: named, day } = await params;
  const ctx = await viewerContext(named);
  const { environment, actor } = ctx;
  const t = await getTranslations("closing");
  if (!may(actor.role, "closes:read")) return <Empty title={t("mayNot")} />;
  const view = await getDay(ctx, { day });
  if (!view) notFound();
  const { isOver, isKnown, closed, figures, settledSince } = view;
  const canClose = isOver && isKnown && !closed && may(actor.role, "closes:close");
  return (
    <ClientMessages of={["closing", "fieldProblems", "problems", "common"]}>
      <PageFrame
        title={t("of", { day: day.replaceAll("-", "/") })}
        aside={t("tokyo")}
        actions={<DayTools environment={environment} day={day} />}
      >
        <div className="grid gap-4">
          {closed && <ClosedNote closed={closed} />}
          {!isKnown && !closed && <p className="text-ink-2">{t("beforeRecords")}</p>}
          {!isOver && <p className="text-ink-2">{t("notOver")}</p>}
          <DayTable figures={closed?.figures ?? figures} now={closed ? figures : null} />
          {closed && <SettledSince environment={environment} orders={settledSince} />}
          {canClose && <CloseDay environment={environment} day={day} addsUp={addsUp(figures)} />}
        </div>
      </PageFrame>
    </ClientMessages>
  );
}
