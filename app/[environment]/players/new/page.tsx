import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { pickMessages } from "@/components/messages/pick-messages";
import { backAddress } from "@/components/players/back-address";
import { NewRegistration } from "@/components/players/new-registration";
import { PageFrame } from "@/components/shell/page-frame";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { listPlayers } from "@/lib/kyc/queries";
import { registrationStart } from "@/lib/kyc/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("players"))("register") };
}

type Props = PageProps<"/[environment]/players/new">;

export default async function NewPlayerPage({ params, searchParams }: Props) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("players");
  const title = (
    <>
      <Link href={`/${ctx.environment}/players`} className="text-sm font-normal text-muted-foreground hover:underline">
        {t("title")}
      </Link>{" "}
      <span className="mx-1 text-sm font-normal text-subtle-foreground">/</span> {t("register")}
    </>
  );
  return (
    <PageFrame title={title}>
      {may(ctx.actor.role, "players:register") ? (
        <Form ctx={ctx} start={registrationStart.parse(await searchParams)} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

/** Empty, or with a player who is to be registered, again where there was an earlier name. */
async function Form({ ctx, start }: { ctx: Ctx; start: ReturnType<typeof registrationStart.parse> }) {
  const playerId = start.playerId?.trim() ?? "";
  const held = await listPlayers(ctx, { show: "all", q: playerId });
  const before = playerId === "" ? undefined : held.rows.find((row) => row.playerId === playerId);
  return (
    <NextIntlClientProvider
      messages={pickMessages(await getMessages(), [
        "players.difference",
        "players.form",
        "players.standings",
        "kana",
        "fieldProblems",
        "problems",
        "common",
      ])}
    >
      <NewRegistration
        environment={ctx.environment}
        formId={crypto.randomUUID()}
        start={{ playerId, userName: start.name ?? before?.userName ?? "" }}
        held={held}
        back={backAddress(start.back)}
      />
    </NextIntlClientProvider>
  );
}
