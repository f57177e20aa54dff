import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
import { pageOptions } from "@/lib/list/cache";
import { viewOptions } from "@/lib/view-options";
import type { PlayersShown } from "./list";
import type { FileView, HeldPlayers, PlayerRow, PlayersView, PlayerView } from "./schema";
import { isDecided } from "./state";

/** No change is expected, though the service may still expire it. */
const isSettled = (registration: PlayerRow | null | undefined) =>
  registration?.superseded || isDecided(registration?.status ?? null);

/** Keys and fetchers, shared by the page that seeds them and the component that watches. */
export const playerCache = {
  all: (environment: Environment) => [environment, "players"] as const,
  page: (environment: Environment, query: string) =>
    pageOptions<PlayersView>(playerCache.all(environment), playerCache.path(environment), query),
  /** The newest players of a filter, as they are now. */
  list: (environment: Environment, { show, q }: { show: PlayersShown; q: string }) =>
    viewOptions<PlayersView>(
      [...playerCache.all(environment), "list", show, q],
      `${playerCache.path(environment)}?${new URLSearchParams({ show, q })}`,
      { refetchInterval: 3_000, meta: LIVE },
    ),
  /** Where the pages of the list are read. */
  path: (environment: Environment) => `/api/${environment}/players`,
  one: (environment: Environment, playerId: string) =>
    viewOptions<PlayerView>(
      [...playerCache.all(environment), "one", playerId],
      `/api/${environment}/players/${encodeURIComponent(playerId)}`,
      {
        refetchInterval: ({ state: { data } }) => (isSettled(data?.registrations[0]) ? 15_000 : 2_000),
        meta: LIVE,
      },
    ),
  /** For many players, to find repeated registrations. */
  held: (environment: Environment, playerIds: string[]) =>
    viewOptions<HeldPlayers>(
      [...playerCache.all(environment), "held", playerIds],
      `/api/${environment}/player-files/known-players`,
      { body: { playerIds } },
    ),
  file: (environment: Environment, fileId: string) =>
    viewOptions<FileView>(
      [...playerCache.all(environment), "file", fileId],
      `/api/${environment}/player-files/${fileId}`,
      {
        refetchInterval: ({ state: { data } }) =>
          data?.rows.every(({ leftOut, registration }) => leftOut !== null || isSettled(registration)) ? 15_000 : 2_000,
      },
    ),
};
