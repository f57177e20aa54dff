import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { EndedRequests } from "@/components/ended-requests/ended-requests";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { WaitingChange } from "@/components/team/proposals";
import { Remains } from "@/components/team/remains";
import { UserChanges } from "@/components/team/user-changes";
import { UserHistory } from "@/components/team/user-history";
import { Factor, LastSeen, State } from "@/components/team/users-table";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { listEndedRequests } from "@/lib/dashboard/proposals";
import { viewerContext } from "@/lib/http/viewer";
import { getUser } from "@/lib/team/queries";
import { oneUser } from "@/lib/team/schema";

type Props = PageProps<"/[environment]/settings/team/[userId]">;

export default async function UserPage({ params }: Props) {
  const { environment, userId } = await params;
  const ctx = await viewerContext(environment);
  const t = await getTranslations("team");
  const settings = await getTranslations("settings");
  if (!may(ctx.actor.role, "users:read")) return <MayNot title={settings("team")} why={t("mayNot")} />;
  const wanted = oneUser.safeParse({ userId });
  return wanted.success ? <UserDetails ctx={ctx} userId={wanted.data.userId} /> : notFound();
}

async function UserDetails({ ctx, userId }: { ctx: Ctx; userId: string }) {
  const { environment } = ctx;
  const user = await getUser(ctx, { userId });
  if (!user) notFound();
  const t = await getTranslations("team");
  const roles = await getTranslations("roles");
  return (
    <PageFrame
      title={user.name}
      parent={{ href: `/${environment}/settings/team`, title: t("user.back") }}
      state={<State user={user} />}
      summary={`${roles(user.role)} · ${user.email}`}
    >
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 gap-4">
          {user.needsPair && user.deciders === 0 && <Alert tone="watch">{t("user.noOtherAdmin")}</Alert>}
          <EndedRequests
            environment={environment}
            requests={await listEndedRequests(ctx, { kinds: ["user"], subject: userId })}
          />
          <ClientBoundary messages={["team", "roles", "stepUp", "problems", "fields", "common", "dualControl"]}>
            {user.proposal && <WaitingChange proposal={user.proposal} />}
            <Remains user={user} />
            {user.isOneself ? (
              <Alert>{t("user.isOneself")}</Alert>
            ) : (
              <UserChanges environment={environment} user={user} />
            )}
          </ClientBoundary>
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Card>
            <Facts>
              <Fact name={t("user.email")}>
                <span className="break-all">{user.email}</span>
              </Fact>
              <Fact name={t("factor")}>
                <Factor user={user} />
              </Fact>
              <Fact name={`${t("lastSeen")} (JST)`}>
                <LastSeen user={user} />
              </Fact>
              <Fact name={t("user.sessions")}>{t("user.sessionCount", { count: user.openSessions })}</Fact>
              <Fact name={`${t("user.since")} (JST)`}>
                <Timestamp at={user.since} style="minute" />
              </Fact>
            </Facts>
          </Card>
          <UserHistory lines={user.history} />
        </div>
      </div>
    </PageFrame>
  );
}
