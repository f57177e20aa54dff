import { z } from "zod";
import { anchorOf, anchorParts, dayParts, findText, line as oneLine, problem, withAnchor } from "@/lib/fields";
import { tooLong } from "@/lib/i18n/over-limit";
import type { Grid, GridRow } from "@/lib/imports/grid";
import { halfWidth } from "@/lib/japan/half-width";
import { type KatakanaProblem, readKatakana } from "@/lib/japan/katakana";
import type { Anchor, Page } from "@/lib/list/page";
import type { Failure } from "@/lib/payments-api/failure";
import { looksPrefixed } from "@/lib/payments-api/player-id";
import type { Source } from "@/lib/transactions/status/status";
import type { Verdict } from "@/lib/transactions/status/status-report";
import type { Outcome, Submission } from "@/lib/transactions/submission/submission";
import { PLAYER_FORMATS, PLAYER_SORTS, PLAYERS_SHOWN } from "./list";
import type { KycStatus } from "./state";

/** How a player is registered, and what the screens may see of it. Lengths are ours: the specification gives none. */

const PLAYER_MAX = 128;
const NAME_MAX = 100;

/** Deposits need a registration in yen only. */
export const KYC_CURRENCY = "JPY";

/** A player's own id, as the merchant writes it. */
const playerId = oneLine(PLAYER_MAX);
/** The same as it is registered. In full width it would be another player than in half width. */
const plainPlayerId = playerId
  .refine((id) => halfWidth(id) === id, problem("playerIdWide"))
  .refine((id) => !looksPrefixed(id), problem("playerIdPrefixed"));

/** In full-width katakana and NFC, as it is signed. */
const playerName = z.string({ error: problem("required") }).transform((typed, context) => {
  const read = readKatakana(typed);
  if (read.ok && [...read.value.value].length <= NAME_MAX) return read.value.value;
  context.addIssue({ code: "custom", message: nameProblem(read.ok ? undefined : read.error.problems[0]?.code) });
  return z.NEVER;
});

function nameProblem(code: KatakanaProblem["code"] | undefined) {
  if (code === undefined) return tooLong(NAME_MAX);
  return problem(code === "EMPTY" ? "required" : "playerName");
}

/** The same from a form, where a dash becomes the long-vowel mark by a person's hand. */
const typedPlayerName = z
  .string({ error: problem("required") })
  .transform((typed, context) => {
    const read = readKatakana(typed);
    if (read.ok && read.value.confirm.length > 0) {
      context.addIssue({ code: "custom", message: problem("nameUnconfirmed") });
      return z.NEVER;
    }
    return typed;
  })
  .pipe(playerName);

export const oneFile = z.object({ fileId: z.uuid() });
/** A file of what became of each row. `csv text`: cells that Excel leaves as they are, so that `0042` stays `0042`. */
export const resultsAsked = oneFile.extend({ format: z.enum(["csv", "csv_text"]).catch("csv") });
export type ResultsAsked = z.output<typeof resultsAsked>;
export const onePlayer = z.object({ playerId });
/** As an address names one. */
export const namedPlayer = z.object({ playerId: z.string() });

/** The earlier name that a person saw beside the new one and agreed to replace. */
const replaces = z
  .object({ userName: z.string().max(1_000).nullable() })
  .nullable()
  .default(null);

/** `formId` was made when the form was opened; the same form sent twice registers once. */
export const registrationInput = z.object({
  formId: z.uuid(),
  playerId: plainPlayerId,
  userName: typedPlayerName,
  replaces,
});
/** A row of a file, whose reader says that a dash was read as the long-vowel mark. */
export const registrationRow = z.object({ playerId: plainPlayerId, userName: playerName });
export type RegistrationInput = z.output<typeof registrationInput>;

/** The form as it is typed. */
export type RegistrationForm = z.input<typeof registrationInput>;

/** More than this is no list that a user has reviewed. */
export const ROWS_MAX = 2_000;

/** Why a row of a file is not registered, where it was not the field's own fault. */
export const LEFT_OUT = ["by_hand", "refused", "registered_already", "other_name"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

const line = z.int().positive();
const wanted = z.object({ line, playerId: plainPlayerId, userName: playerName, leftOut: z.null(), replaces });
/** Kept as it came, so that the results name every row of the file. */
const left = z.object({
  line,
  playerId: z.string().max(1_000).transform(kept),
  userName: z.string().max(1_000).transform(kept),
  leftOut: z.enum(["by_hand", "refused", "other_name"]),
});

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair. */
function kept(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** `formId` was made for exactly these rows; starting them twice registers once. */
export const fileInput = z.object({
  formId: z.uuid(),
  name: z.string().min(1).max(255).transform(kept),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z
    .array(z.discriminatedUnion("leftOut", [wanted, left]))
    .min(1)
    .max(ROWS_MAX)
    .superRefine((rows, context) => {
      const seen = new Set<string>();
      for (const [at, { playerId, leftOut }] of rows.entries()) {
        if (leftOut !== null) continue;
        if (seen.has(playerId))
          context.addIssue({ code: "custom", path: [at, "playerId"], message: problem("playerTwice") });
        seen.add(playerId);
      }
    }),
});
export type FileInput = z.output<typeof fileInput>;

/** The rows of a file, before any decision. */
export type SheetView = {
  digest: string;
  encoding: Grid["encoding"];
  rows: (Pick<GridRow, "line" | "cells"> & Partial<Pick<GridRow, "problem" | "cellProblems">>)[];
  guess: { hasHeader: boolean; playerId: number; userName: number };
  /** The same file was registered before. */
  before: { fileId: string; startedAt: string; startedBy: string } | null;
};

export const playerIds = z.object({ playerIds: z.array(z.string().max(1_000)).max(ROWS_MAX) });

/** What we hold of these players, by id. */
export type HeldPlayers = { asOf: string; rows: PlayerRow[] };

/** One row of a file that was started. */
export type FileRow = {
  line: number;
  playerId: string;
  userName: string;
  leftOut: LeftOut | null;
  /** Null where its turn has not come, or never will. */
  registration: PlayerRow | null;
};

/** A file that was started, and how far it has come. */
export type FileView = {
  fileId: string;
  name: string;
  startedAt: string;
  startedBy: string;
  asOf: string;
  /** When the last row's turn comes. */
  dueBy: string;
  rows: FileRow[];
};

export const filesAsked = z.object(anchorParts).transform((places) => ({ anchor: anchorOf(places) }));
export type FilesAsked = z.output<typeof filesAsked>;

/** `count`: of all pages; `below`: where the page of older ones begins. */
export type FilesView = { files: FileSummary[]; below: string | null; count: number };

type FileSummary = { fileId: string; name: string; startedAt: string; startedBy: string; rows: number };

const given = z.string().max(500).nullable().catch(null).default(null);

/** From the address of the form: what stands in it to begin with, and where one came from. */
export const registrationStart = z.object({ playerId: given, name: given, back: given });

/** From the address; a filter that we do not have shows everything. */
export const playerFilter = z.object({
  show: z.enum(PLAYERS_SHOWN).catch("all"),
  /** The beginning of an id or of a name, however wide it is typed. */
  q: findText(PLAYER_MAX),
  /** Tokyo days of the registration, both included. */
  ...dayParts,
  sort: z.enum(PLAYER_SORTS).catch("newest"),
});
export type PlayerFilter = z.output<typeof playerFilter>;

export const playersAsked = playerFilter.extend(anchorParts).transform(withAnchor);
export type PlayersAsked = PlayerFilter & { anchor?: Anchor | undefined };

/** What a file of the list holds. `only`: the IDs of some of them, a line each; all where it is not given, none where empty. */
export const playersExported = z
  .looseObject({
    only: z.string().max(20_000).nullable().default(null).catch(""),
    format: z.enum(PLAYER_FORMATS).catch("csv"),
  })
  .transform(({ only, format, ...given }) => ({
    filter: playerFilter.parse(given),
    only: only?.split("\n").filter(Boolean) ?? null,
    format,
  }));
export type PlayersExported = z.output<typeof playersExported>;

/** A player in a list, by the newest registration. Times are ISO 8601 in UTC. */
export type PlayerRow = {
  registrationId: string;
  playerId: string;
  /** Null where another system of the merchant registered the player. */
  userName: string | null;
  /** Of the name only the beginning is shown. */
  masked: boolean;
  /** May be revealed, which is audited. */
  revealable: boolean;
  submission: Submission | null;
  status: KycStatus | null;
  /** Since then the service has none, by its own answer; only where we hold the player as registered. */
  notFoundAt: string | null;
  /** The player was registered again, here or by another system: this one is history. */
  superseded: boolean;
  evidence: { source: Source; at: string } | null;
  /** When it was sent, or when we first heard of it: the thirty minutes run from here. */
  since: string;
  createdAt: string;
  updatedAt: string;
};

/** `asOf` is the server's clock, from which ages are computed. */
export type PlayersView = Page<PlayerRow> & { asOf: string; needs: number };

export type RegistrationView = PlayerRow & {
  requestedBy: string | null;
  /** Why the service refused it, or why we do not know; null once it has said how it stands. */
  failure: Failure | null;
};

/** One player, whole. The first registration is the newest, which is the one that counts. */
export type PlayerView = {
  asOf: string;
  playerId: string;
  registrations: RegistrationView[];
  /** "Not found" is an answer, too. */
  lastAnsweredAt: string | null;
  /** The newest question, where it brought no answer. */
  lastTriedAt: string | null;
  nextPollAt: string | null;
  timeline: KycEntry[];
};

/** Newest first. `exchangeId` and `deliveryId` lead to the raw text. */
export type KycEntry = { id: string; at: string } & (
  | { kind: "sent"; userName: string; number: number; signedAt: string; nonce: string }
  | { kind: "answered"; outcome: Outcome; failure: Failure | null; exchangeId: string | null }
  | {
      kind: "asked";
      /** Null where the service gave no status. */
      status: KycStatus | null;
      verdict: Verdict | null;
      failure: Failure | null;
      exchangeId: string;
    }
  | { kind: "reported"; source: Source; status: KycStatus; verdict: Verdict; deliveryId: string | null }
  | { kind: "did"; byKind: string; by: string; action: string; detail: Record<string, unknown> }
);
