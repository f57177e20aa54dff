import type { Translator } from "@/components/messages/translator";
import type { AuditAction, NamedAction } from "@/lib/audit/audit-actions";
import { formatAmount } from "@/lib/money/format";
import { formatDay, tokyoDayRange } from "@/lib/time";
import { DATABASE_CHECK } from "@/lib/transactions/freezes/database-check";
import { statusText } from "./status-text";

/** `subject` is passed where the sentence is not shown on the subject's own page. */
type Event = { locale: string; by: string; action: string; subject?: string; detail: Detail };

type Detail = Record<string, unknown>;

type Actor = { kind: string; name: string };

/** Jobs of the console that a reader tells apart; all others are the console. */
const JOBS: Record<string, "callback" | "backfill"> = {
  "process-deliveries": "callback",
  "check-unknown-orders": "callback",
  "run-backfill": "backfill",
};

/** Who did it. A job of the console has no name that means anything outside of the code. */
export function actorName(t: Translator<"actions">, { kind, name }: Actor): string {
  if (kind === "callback") return t("actors.callback");
  if (kind === "system" && name === DATABASE_CHECK) return t("actors.database_check");
  if (kind === "api_key") return t("actors.api_key", { name });
  return kind === "job" ? t(`actors.${JOBS[name] ?? "job"}`) : name;
}

/** What sentences quote of a detail as it was recorded. */
const QUOTED = ["rows", "days", "count", "entries", "version", "rule", "number", "name", "currency", "reason"];

/** In place of what was not recorded, or is masked for the reader. */
const MISSING = "–";

/** What was done, as a sentence. */
export function auditSentence(
  t: Translator<"actions">,
  states: Translator<"states">,
  { locale, by, action, subject = "", detail }: Event,
) {
  const text = (name: string) => (typeof detail[name] === "string" ? detail[name] : "");
  const reported = text("reported");
  const words = {
    ...Object.fromEntries(QUOTED.map((name) => [name, quoted(detail[name])])),
    by,
    raw: action,
    subject,
    reported,
    state: reported && statusText(states, reported),
    finding: text("finding"),
    of: text("of"),
    hold: text("hold"),
    submission: text("submission"),
    locks: String(detail.locks === true),
    whose: typeof detail.userId === "string" ? "user" : "all",
    user: quoted(detail.user),
    change: text("change"),
    isOwn: String(detail.isOwn === true),
    hasRows: String(typeof detail.rows === "number"),
    superseded: String(detail.superseded === true),
    adopted: String(detail.adopted === true),
    period: periodOf(t, detail, locale),
    money: moneyOf(detail),
  };
  // An older or a newer version may have recorded actions that this one has no words for.
  const known = `done.${action as AuditAction}` as const;
  return t(t.has(known) ? known : "done.other", words);
}

const SOMEONE = "…";

type ActionWords = { names: Translator<"audit.names">; actions: Translator<"actions">; states: Translator<"states"> };

/** What an action is called where no entry is at hand: its sentence without who did it, and without its outcome. */
export function actionName({ names, actions, states }: ActionWords, locale: string, action: string) {
  // A sentence that quotes its entry is torn without one.
  const own = action as NamedAction;
  if (names.has(own)) return names(own);
  if (!actions.has(`done.${action as AuditAction}`)) return action;
  const [what = ""] = auditSentence(actions, states, { locale, by: SOMEONE, action, detail: {} }).split(/[:：]/);
  const name = what.replace(/^…(が|の| )/, "").trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const quoted = (value: unknown) => (typeof value === "string" || typeof value === "number" ? value : MISSING);

function periodOf(t: Translator<"actions">, { firstDay, lastDay }: Detail, locale: string): string {
  const [first, last] = [dayOf(firstDay, locale), dayOf(lastDay, locale)];
  return first === last ? first : t("period", { first, last });
}

const dayOf = (day: unknown, locale: string) =>
  typeof day === "string" && tokyoDayRange(day) ? formatDay(day, locale) : MISSING;

function moneyOf({ amount, currency }: Detail): string {
  const isMoney = typeof amount === "string" && /^-?\d+(\.\d+)?$/.test(amount) && typeof currency === "string";
  return isMoney ? formatAmount(amount, currency) : MISSING;
}
