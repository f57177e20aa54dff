import { UserPlus } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ProposalPlace } from "@/components/commands/proposal-place";
import { EndedRequests } from "@/components/ended-requests/ended-requests";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Invitations } from "@/components/team/invitations";
import { InviteCard } from "@/components/team/invite-card";
import { OnlyAdmin } from "@/components/team/only-admin";
import { Proposals } from "@/components/team/proposals";
import { RoleTable } from "@/components/team/role-table";
import { UsersTable } from "@/components/team/users-table";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { listEndedRequests } from "@/lib/dashboard/proposals";
import { viewerContext } from "@/lib/http/viewer";
import { getTeam } from "@/lib/team/queries";
import { teamFilter } from "@/lib/team/schema";

export default async function TeamPage({ params, searchParams }: PageProps<"/[environment]/settings/team">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("team");
  const settings = await getTranslations("settings");
  if (!may(ctx.actor.role, "users:read")) return <MayNot title={settings("team")} why={t("mayNot")} />;
  const filter = teamFilter.parse(await searchParams);
  const { users, invitations, proposals, deciders, counts, needsPair, sendsMail } = await getTeam(ctx, filter);
  const summary = t.rich("summary", {
    ...{ members: counts.active, invited: counts.invited, disabled: counts.disabled },
    b: (chunks) => <b>{chunks}</b>,
  });
  const invite = !filter.invite && (
    <Link href={`/${environment}/settings/team?invite=1`} className={buttonVariants({ variant: "primary" })}>
      <UserPlus aria-hidden />
      {t("inviteLink")}
    </Link>
  );
  return (
    <PageFrame title={settings("team")} summary={summary} actions={invite}>
      <ClientBoundary messages={["team", "dualControl", "roles", "stepUp", "problems", "fields", "common"]}>
        <ProposalPlace of={proposals} className="gap-4">
          {needsPair && <OnlyAdmin deciders={deciders} />}
          <EndedRequests environment={environment} requests={await listEndedRequests(ctx, { kinds: ["user"] })} />
          <Proposals environment={environment} proposals={proposals} />
          {filter.invite && <InviteCard environment={environment} needsPair={needsPair} sendsMail={sendsMail} />}
          <UsersTable environment={environment} users={users} filter={filter} counts={counts} />
          {invitations.length > 0 && (
            <Invitations environment={environment} invitations={invitations} sendsMail={sendsMail} />
          )}
          <RoleTable />
        </ProposalPlace>
        {needsPair && <p className="mt-4 max-w-prose text-sm text-muted-foreground">{t("pairLead")}</p>}
      </ClientBoundary>
    </PageFrame>
  );
}
