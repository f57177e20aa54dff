import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { TabLinks } from "@/components/filters/tab-links";
import { pickMessages } from "@/components/messages/pick-messages";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { PageFrame } from "@/components/shell/page-frame";
import { Invitations } from "@/components/team/invitations";
import { InviteCard } from "@/components/team/invite-card";
import { Proposals } from "@/components/team/proposals";
import { TeamSearch } from "@/components/team/team-search";
import { UsersTable } from "@/components/team/users-table";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getTeam } from "@/lib/team/queries";
import { PEOPLE_SHOWN, type TeamFilter, teamFilter } from "@/lib/team/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("team"))("title") };
}

export default async function TeamPage({ params, searchParams }: PageProps<"/[environment]/settings/team">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("team");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <SettingsTabs environment={ctx.environment} role={ctx.actor.role} current="team" />
      {may(ctx.actor.role, "users:read") ? (
        <Team ctx={ctx} filter={teamFilter.parse(await searchParams)} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

async function Team({ ctx, filter }: { ctx: Ctx; filter: TeamFilter }) {
  const { environment } = ctx;
  const t = await getTranslations("team");
  const { people, invitations, proposals, counts, needsPair, sendsMail } = await getTeam(ctx, filter);
  const query = filter.q === "" ? "" : `&${new URLSearchParams({ q: filter.q })}`;
  const tabs = PEOPLE_SHOWN.map((name) => ({
    name,
    text: t(`shown.${name}`, { count: counts[name] }),
    href: `/${environment}/settings/team?show=${name}${query}` as const,
  }));
  return (
    <NextIntlClientProvider
      messages={pickMessages(await getMessages(), [
        "team",
        "secondAdmin",
        "roles",
        "proof",
        "problems",
        "fieldProblems",
        "common",
      ])}
    >
      {needsPair && <p className="mb-4 max-w-prose text-muted-foreground">{t("pairLead")}</p>}
      <div className="mb-4 grid gap-4">
        <Proposals environment={environment} proposals={proposals} />
        <InviteCard environment={environment} needsPair={needsPair} sendsMail={sendsMail} />
      </div>
      <TabLinks label={t("filter")} tabs={tabs} current={filter.show} />
      <TeamSearch environment={environment} filter={filter} />
      <div className="grid gap-4">
        {invitations.length > 0 && (
          <Invitations environment={environment} invitations={invitations} sendsMail={sendsMail} />
        )}
        {(people.length > 0 || invitations.length === 0) && <UsersTable environment={environment} people={people} />}
      </div>
    </NextIntlClientProvider>
  );
}
