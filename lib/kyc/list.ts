import { queryOf } from "@/lib/query-string";
import { tokyoDay } from "@/lib/time";

/** What the list of players shows without a saved view. */
export const PLAYERS_SHOWN = ["all", "needs", "pending", "registered"] as const;
export type PlayersShown = (typeof PLAYERS_SHOWN)[number];

export const PLAYER_SORTS = ["newest", "oldest"] as const;

/** What an address of the list says, in its order. */
export const PLAYER_PARTS = ["show", "q", "from", "to", "sort", "after", "before"] as const;

/** What a file of players can be. */
export const PLAYER_FORMATS = ["csv", "csv_text"] as const;
export type PlayerFormat = (typeof PLAYER_FORMATS)[number];

type Filter = { show: PlayersShown; q: string; from?: string | undefined; to?: string | undefined; sort: string };

/** The filter as the query of an address, always in the same order. */
export const playerAddress = ({ show, q, from, to, sort }: Filter): string =>
  queryOf({
    ...{ show: show === "all" ? undefined : show, q: q || undefined, from, to },
    sort: sort === "newest" ? undefined : sort,
  });

export const playerFileName = (environment: string, now: Date) => `choba-${environment}-players-${tokyoDay(now)}.csv`;
