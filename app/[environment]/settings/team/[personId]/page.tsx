import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { UserChanges } from "@/components/team/user-changes";
import { UserHistory } from "@/components/team/user-history";
import { Factor, LastSeen, State } from "@/components/team/users-table";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getPerson } from "@/lib/team/queries";
import { onePerson } from "@/lib/team/schema";

type Props = PageProps<"/[environment]/settings/team/[personId]">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("team"))("title") };
}

export default async function PersonPage({ params }: Props) {
  const { environment, personId } = await params;
  const ctx = await viewerContext(environment);
  const t = await getTranslations("team");
  if (!may(ctx.actor.role, "users:read")) return <Empty title={t("mayNot")} />;
  const wanted = onePerson.safeParse({ personId });
  return wanted.success ? <Person ctx={ctx} personId={wanted.data.personId} /> : notFound();
}

async function Person({ ctx, personId }: { ctx: Ctx; personId: string }) {
  const { environment } = ctx;
  const person = await getPerson(ctx, { personId });
  if (!person) notFound();
  const t = await getTranslations("team");
  const roles = await getTranslations("roles");
  const back = (
    <Link href={`/${environment}/settings/team`} className="text-primary hover:underline">
      {t("person.back")}
    </Link>
  );
  return (
    <PageFrame title={person.name} aside={roles(person.role)} actions={back}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Card>
            <Facts>
              <Fact name={t("state")}>
                <State person={person} />
              </Fact>
              <Fact name={t("person.email")}>
                <span className="break-all">{person.email}</span>
              </Fact>
              <Fact name={t("factor")}>
                <Factor person={person} />
              </Fact>
              <Fact name={`${t("lastSeen")} (JST)`}>
                <LastSeen person={person} />
              </Fact>
              <Fact name={t("person.sessions")}>{t("person.sessionCount", { count: person.openSessions })}</Fact>
              <Fact name={`${t("person.since")} (JST)`}>
                <Timestamp at={person.since} style="minute" />
              </Fact>
            </Facts>
          </Card>
          <UserHistory lines={person.history} />
        </div>
        <div className="grid gap-4">
          {person.proposal && <Alert tone="watch">{t("person.waitingFor")}</Alert>}
          {person.isOneself ? (
            <Alert>{t("person.isOneself")}</Alert>
          ) : (
            <NextIntlClientProvider
              messages={pickMessages(await getMessages(), [
                "team",
                "roles",
                "proof",
                "problems",
                "fieldProblems",
                "common",
              ])}
            >
              <UserChanges environment={environment} person={person} />
            </NextIntlClientProvider>
          )}
        </div>
      </div>
    </PageFrame>
  );
}
