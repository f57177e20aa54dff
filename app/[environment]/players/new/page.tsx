import { getTranslations } from "next-intl/server";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { backAddress } from "@/components/players/back-address";
import { NewRegistration } from "@/components/players/new-registration";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { heldPlayers } from "@/lib/kyc/bulk-import";
import { playerCache } from "@/lib/kyc/cache";
import { registrationStart } from "@/lib/kyc/schema";

type Props = PageProps<"/[environment]/players/new">;

export default async function NewPlayerPage({ params, searchParams }: Props) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("players");
  return (
    <PageFrame title={t("register")} parent={{ href: `/${ctx.environment}/players`, title: t("title") }}>
      {may(ctx.actor.role, "players:register") ? (
        <Form ctx={ctx} start={registrationStart.parse(await searchParams)} />
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}

/** Empty, or with a player who is to be registered, again where there was an earlier name. */
async function Form({ ctx, start }: { ctx: Ctx; start: ReturnType<typeof registrationStart.parse> }) {
  const playerId = start.playerId?.trim() ?? "";
  const held = playerId === "" ? null : await heldPlayers(ctx, { playerIds: [playerId] });
  const before = held?.rows[0];
  return (
    <ClientBoundary
      messages={[
        "players.difference",
        "players.form",
        "players.displayStatuses",
        "failures",
        "kana",
        "fields",
        "problems",
        "common",
      ]}
      queries={[held && seed(playerCache.held(ctx.environment, [playerId]), held)]}
    >
      <NewRegistration
        // Another player, or none, is another form.
        key={`${playerId} ${start.name ?? ""}`}
        environment={ctx.environment}
        formId={crypto.randomUUID()}
        start={{ playerId, userName: start.name ?? before?.userName ?? "" }}
        back={backAddress(start.back)}
      />
    </ClientBoundary>
  );
}
