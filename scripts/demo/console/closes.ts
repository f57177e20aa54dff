import { dailyCloses, dayReopenings } from "@/drizzle/schema/daily-closes";
import { proposals } from "@/drizzle/schema/proposals";
import { countDay } from "@/lib/daily-close/count-day";
import { closeRow } from "@/lib/daily-close/record-close";
import type { Tx } from "@/lib/db/connection";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import type { Day } from "../calendar";
import type { History } from "../history";
import { later } from "../order";
import { randomFrom } from "../random";
import { STAFF } from "../staff";
import { bulkInsert } from "./bulk";
import { audit, ENVIRONMENT, type Recorder } from "./records";

/** Days back that are still open, and one that was closed twice. */
const OPEN = [0, 1, 15];
const REOPENED = 20;

/** Finance has closed most days on their next morning, with the figures that a recount gives. */
export async function closeDays(tx: Tx, recorder: Recorder, { days, at }: History): Promise<void> {
  const closes: (typeof dailyCloses.$inferInsert)[] = [];
  // The accounts were opened on the evening before the first day: that one was closed, too.
  const [first] = days;
  const eve = first ? [dayOf(new Date(first.from.getTime() - 1))] : [];
  for (const [index, day] of [...eve, ...days].entries()) {
    const ago = days.length - index;
    const figures = OPEN.includes(ago) ? null : await countDay({ db: tx, environment: ENVIRONMENT }, day);
    if (figures === null) continue;
    const random = randomFrom(`close ${day.day}`);
    const close = (version: number, by: string, closedAt: Date) => {
      const closedBy = recorder.person(by);
      const row = closeRow({ environment: ENVIRONMENT, day: day.day, version, closedAt, closedBy, figures });
      const detail = { hash: row.hash, version };
      audit(recorder, { at: closedAt, actor: closedBy, action: "day.closed", subject: day.day, detail });
      closes.push(row);
    };
    const closedAt = later(day.before, random.between(9.1, 11) * 3_600);
    if (closedAt > at) continue;
    close(1, random.pick(STAFF.finance), closedAt);
    if (ago !== REOPENED) continue;
    const reopening = reopeningOf(recorder, day, later(closedAt, 3 * 3_600));
    await bulkInsert(tx, dailyCloses, closes.splice(0));
    await bulkInsert(tx, dayReopenings, [reopening.row]);
    await bulkInsert(tx, proposals, [reopening.proposal]);
    close(2, STAFF.finance[1], later(reopening.row.reopenedAt, 2_400));
  }
  await bulkInsert(tx, dailyCloses, closes);
}

const dayOf = (at: Date): Day => ({ day: tokyoDay(at), ...tokyoDayOf(at) });

/** One of finance asked for it, the other agreed. */
function reopeningOf(recorder: Recorder, { day }: Day, at: Date) {
  const [confirmer, proposer] = [recorder.person(STAFF.finance[0]), recorder.person(STAFF.finance[1])];
  const reason = "締め後にサービスから手数料明細の再送があったため、再確認します。";
  const reopenedAt = later(at, 1_500);
  const by = { proposedBy: proposer.id, confirmedBy: confirmer.id };
  audit(recorder, { at, actor: proposer, action: "day.reopening_proposed", subject: day, detail: { reason } });
  const detail = { reason, version: 1, proposedBy: proposer.id };
  audit(recorder, { at: reopenedAt, actor: confirmer, action: "day.reopened", subject: day, detail });
  const change = { change: "reopen", reason, differences: [] };
  return {
    row: { environment: ENVIRONMENT, day, version: 1, reason, ...by, reopenedAt },
    proposal: {
      ...{
        id: randomFrom(`reopening ${day}`).uuid(),
        kind: "day" as const,
        environment: ENVIRONMENT,
        subject: day,
        change,
      },
      ...{ proposedBy: proposer.id, proposedAt: at, expiresAt: later(at, 72 * 3_600) },
      ...{ decidedBy: confirmer.id, decidedAt: reopenedAt, appliedAt: reopenedAt },
    },
  };
}
