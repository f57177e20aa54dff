import type { Chain } from "./chain";

export const BREAKS = ["line changed", "link missing", "line without a link", "not as kept"] as const;

/** What a check of one chain found. */
export type ChainView = {
  chain: Chain;
  /** How many links are as they were written, counted from the first. */
  links: number;
  /** The hash of the last of them, hexadecimal. Kept elsewhere, it shows later that the end was not cut off. */
  head: string;
  /** The first place where the log is not as it was written. */
  broken: { how: (typeof BREAKS)[number]; position: number; eventId: string | null } | null;
};
