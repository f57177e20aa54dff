import type { Translator } from "@/components/messages/translator";
import { sectionAt, sectionPath, sectionsFor } from "@/components/navigation/sections";
import { orderPath } from "@/components/orders/order-link";
import { playerPath } from "@/components/orders/player-link";
import type { Recent } from "@/components/preferences/recent";
import { may, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";

type Words = { t: Translator<"palette">; sections: Translator<"sections"> };

/** Where this role may go from anywhere; `also` are other words for it. Nothing here does more than to open a page. */
export function commandsFor(environment: Environment, role: Role, { t, sections }: Words) {
  const pages = sectionsFor(role).map(({ name }) => ({
    key: `go-${name}`,
    text: sections(name),
    also: name,
    path: sectionPath(environment, name),
    section: name,
  }));
  const forms = [
    { key: "withdraw", needs: "withdrawals:create", also: "new withdrawal payout", path: "withdrawals/new" },
    { key: "batch", needs: "withdrawals:create", also: "new batch payouts upload file csv", path: "batches/new" },
    { key: "deposit", needs: "deposits:create", also: "new deposit", path: "deposits/new" },
    { key: "register", needs: "players:register", also: "new player kyc", path: "players/new" },
    { key: "backfill", needs: "backfill:start", also: "backfill import missing orders", path: "transactions/backfill" },
  ] as const;
  const others = forms
    .filter(({ needs }) => may(role, needs))
    .map(({ key, also, path: below }) => {
      const path = `/${environment}/${below}` as const;
      return { key, section: sectionAt(path), text: t(key), also, path };
    });
  return [
    ...others.filter(({ path }) => path.endsWith("/new")),
    ...pages,
    ...others.filter(({ path }) => !path.endsWith("/new")),
  ];
}

export const recentPath = (environment: Environment, { kind, id }: Recent) =>
  kind === "order" ? orderPath(environment, id) : playerPath(environment, id);
