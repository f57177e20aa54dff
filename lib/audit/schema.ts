import { z } from "zod";
import { dayParts, filterText, line, severalLike } from "@/lib/fields";
import type { Chain } from "./chain";

export const BREAKS = ["line_changed", "link_missing", "line_without_a_link", "unlinked_line_changed"] as const;

/** What a check of one chain found. */
export type ChainView = {
  chain: Chain;
  /** How many links are as they were written, counted from the first. */
  links: number;
  /** How many lines wait for their link. Their digests hold, where nothing is broken. */
  unlinked: number;
  /** The hash of the last link, hexadecimal. Kept elsewhere, it shows later that the end was not cut off. */
  head: string;
  /** The first place where the log is not as it was written. */
  broken: { how: (typeof BREAKS)[number]; position: number; eventId: string | null } | null;
};

const place = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z~\d{1,18}$/)
  .refine((text) => !Number.isNaN(Date.parse(text.split("~")[0] ?? "")))
  .transform((text) => {
    const [at = "", id = ""] = text.split("~");
    return { at, id };
  });

/** `here`: what belongs to this environment; `console`: what belongs to none, such as signing in. */
export const AUDIT_CHAINS = ["here", "console"] as const;

/** From the address; a value that makes no sense filters nothing. */
export const auditFilter = z.object({
  chain: z.enum(AUDIT_CHAINS).catch("here"),
  /** IDs of users, or all users. */
  who: severalLike(z.union([z.uuid(), z.literal("users")])),
  action: severalLike(line(100)),
  subject: filterText(200),
  /** Tokyo days, both included. */
  ...dayParts,
  before: place.optional().catch(undefined),
});
export type AuditFilter = z.output<typeof auditFilter>;
/** Which lines, wherever a page begins. */
export const auditChoice = auditFilter.omit({ before: true });
export type AuditChoice = z.output<typeof auditChoice>;

/** One line, without its link: the links of fifty lie all over the chain, and few are read. */
export type AuditLine = {
  id: string;
  at: string;
  actor: { kind: string; name: string };
  action: string;
  subject: string;
  detail: Record<string, unknown>;
};

/** The position in its chain. A line without one `isWaiting` for it, or the database was changed directly. */
export type AuditLinkView = { link: { position: number; hash: string } | null; isWaiting: boolean };

const lineId = z.string().regex(/^\d{1,18}$/);
export const oneLine = z.object({ lineId });
/** The line that an address opens. */
export const openedLine = z.object({ entry: lineId.optional().catch(undefined) });

/**
 * `older` is the place to go on from; null where nothing is older. `isPart`: there the scan stopped before the page was
 * full.
 */
export type AuditPage = { lines: AuditLine[]; older: string | null; isPart: boolean };

export type AuditChoices = { users: { id: string; name: string }[]; actions: string[] };
