import type { Pool } from "pg";

/**
 * What the audit log says happened, line by line, judged without any code of the product. Locks give lines that concern
 * each other the order in which they happened: a claim and a disabling, a change of rules, a request and its sums.
 */
type Line = { id: string; at: Date; actor: string; action: string; subject: string; detail: Record<string, unknown> };
type Order = {
  requestedBy: string;
  amount: number;
  payee: string;
  at: number;
  counted: number;
  approvedBy: Set<string>;
  state: "open" | "gone" | "left";
  leftAt: number;
};
type Rule = { currency: string; from: string; approvers: number };
type Limit = { currency: string; amount: string };
/** Whose payouts it stops; null for all users. */
type Frozen = string | null;

const DAY_MS = 24 * 3_600_000;
const REQUESTS = ["admin", "ops"];
const APPROVES = ["admin", "approver"];
const GONE = /^withdrawal\.(declined|sent back|withdrawn|expired|stopped)$/;

export async function openReplay(pool: Pool, firstRules: Rule[]) {
  const users = new Map<string, { role: string; isActive: boolean }>();
  let orders = new Map<string, Order>();
  let rules = firstRules;
  let limits: Limit[] = [];
  let last = "0";
  const frozen = new Map<string, Frozen>();
  const totals = { requested: 0, claimed: 0, held: 0, approved: 0, frozen: 0 };

  const within = (now: number, at: number) => at > now - DAY_MS;
  const sumOf = (which: (order: Order) => boolean) =>
    [...orders.values()].filter(which).reduce((sum, { amount }) => sum + amount, 0);

  function needed(amount: number): number {
    const reached = rules
      .filter(({ currency, from }) => currency === "JPY" && Number(from) <= amount)
      .sort((a, b) => Number(b.from) - Number(a.from));
    return reached[0]?.approvers ?? 2;
  }

  function judgeClaim(referenceId: string, order: Order, now: number) {
    const must = (holds: boolean, why: string) => {
      if (!holds) throw new Error(`${referenceId} left ${why}`);
    };
    must(order.state === "open", `although it was ${order.state}`);
    for (const user of frozen.values()) {
      const stops = user === null || user === order.requestedBy || order.approvedBy.has(user);
      must(!stops, `although payouts of ${user ?? "all users"} were frozen`);
    }
    const requester = users.get(order.requestedBy);
    must(requester?.isActive === true, "although its requester was disabled");
    must(REQUESTS.includes(requester?.role ?? ""), `although its requester was ${requester?.role}`);
    const counting = [...order.approvedBy].filter((id) => {
      const user = users.get(id);
      return id !== order.requestedBy && user?.isActive && APPROVES.includes(user.role);
    });
    const asked = needed(order.counted);
    must(counting.length >= asked, `with ${counting.length} of ${asked} approvals for a sum of ${order.counted}`);
    const limit = limits.find(({ currency }) => currency === "JPY");
    const sent = sumOf(({ state, leftAt }) => state === "left" && within(now, leftAt));
    const total = sent + order.amount;
    must(limit === undefined || total <= Number(limit.amount), `although ${total} passes the limit ${limit?.amount}`);
  }

  function apply({ at, actor, action, subject, detail }: Line, accounts: Map<string, string>) {
    const now = at.getTime();
    const order = orders.get(subject);
    if (action === "user.disabled") users.get(subject)!.isActive = false;
    if (action === "user.enabled") users.get(subject)!.isActive = true;
    if (action === "user.role_changed") users.get(subject)!.role = String(detail.after);
    if (action === "payouts.frozen") frozen.set(subject, detail.userId as Frozen);
    if (action === "payouts.frozen") totals.frozen += 1;
    if (action === "payouts.resumed") frozen.delete(subject);
    if (action === "approval_rules.applied") rules = detail.rules as Rule[];
    if (action === "limits.applied") limits = detail.limits as Limit[];
    if (action === "withdrawal.requested") {
      const amount = Number(detail.amount);
      const payee = accounts.get(subject) ?? "";
      const counts = (one: Order) => one.state !== "gone" && within(now, one.at);
      const byRequester = sumOf((one) => counts(one) && one.requestedBy === actor);
      const toPayee = sumOf((one) => counts(one) && one.payee === payee);
      const counted = amount + Math.max(byRequester, toPayee);
      const made = { requestedBy: actor, amount, payee, at: now, counted, leftAt: 0 };
      orders.set(subject, { ...made, approvedBy: new Set(), state: "open" });
      totals.requested += 1;
    }
    if (!order) return;
    if (action === "withdrawal.approved") order.approvedBy.add(actor);
    if (action === "withdrawal.approved") totals.approved += 1;
    if (action === "withdrawal.held") totals.held += 1;
    if (GONE.test(action)) order.state = "gone";
    if (action === "attempt.not_sent") order.state = "open";
    if (action === "attempt.claimed") {
      judgeClaim(subject, order, now);
      Object.assign(order, { state: "left", leftAt: now });
      totals.claimed += 1;
    }
  }

  return {
    totals,
    add: (id: string, role: string) => users.set(id, { role, isActive: true }),
    /** Reads what happened since, and throws at the first payout that should not have left. */
    async follow(now: Date) {
      orders = new Map([...orders].filter(([, { at, leftAt }]) => within(now.getTime(), Math.max(at, leftAt))));
      const { rows } = await pool.query<Line>(
        `select id, at, actor_id as actor, action, subject, detail from audit_events where id > $1 order by id`,
        [last],
      );
      const requested = rows.filter(({ action }) => action === "withdrawal.requested").map(({ subject }) => subject);
      const found = await pool.query<{ id: string; account: string }>(
        `select reference_id as id, destination_account as account
         from transactions join withdrawals on transaction_row = id where reference_id = any($1)`,
        [requested],
      );
      const accounts = new Map(found.rows.map(({ id, account }) => [id, account]));
      for (const line of rows) apply(line, accounts);
      last = rows.at(-1)?.id ?? last;
    },
  };
}
