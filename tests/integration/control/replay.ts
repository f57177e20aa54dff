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
/** An account of the payee book, as far as it is judged here. */
type Payee = {
  account: string;
  holder: string;
  /** Since when account and holder are approved; null before the first approval. */
  since: number | null;
  waits: boolean;
  isBlocked: boolean;
};
type Batch = { requestedBy: string; approvedBy: Set<string>; counted: number };
type Row = { batch: string; line: string; amount: string; account: string };
type Rule = { currency: string; from: string; approvers: number };
type Limit = { currency: string; amount: string };
/** Whose payouts it stops; null for all users. */
type Frozen = string | null;

const DAY_MS = 24 * 3_600_000;
const REQUESTS = ["admin", "ops", "api_key"];
const APPROVES = ["admin", "approver"];
const BATCH_GONE = /^batch\.(declined|sent_back|request_withdrawn|expired|cancelled)$/;
const GONE = /^withdrawal\.(declined|sent_back|withdrawn|expired|stopped)$/;

export async function openReplay(pool: Pool, firstRules: Rule[], coolingHours: number) {
  const users = new Map<string, { role: string; isActive: boolean; holders: string[] }>();
  let orders = new Map<string, Order>();
  let rules = firstRules;
  let limits: Limit[] = [];
  let last = "0";
  const frozen = new Map<string, Frozen>();
  const payees = new Map<string, Payee>();
  const batches = new Map<string, Batch>();
  const totals = {
    requested: 0,
    claimed: 0,
    held: 0,
    approved: 0,
    frozen: 0,
    inBatches: 0,
    payeesApproved: 0,
    toNewPayees: 0,
    byKeys: 0,
  };

  const within = (now: number, at: number) => at > now - DAY_MS;
  const sumOf = (which: (order: Order) => boolean) =>
    [...orders.values()].filter(which).reduce((sum, { amount }) => sum + amount, 0);

  /** The most that one person asked for, of all who could be this requester: as a person and with the keys they know. */
  function sumOfPerson(requestedBy: string, counts: (order: Order) => boolean) {
    const people = holdersOf(requestedBy).length > 0 ? holdersOf(requestedBy) : [requestedBy];
    const isOf = (person: string, by: string) => by === person || holdersOf(by).includes(person);
    return Math.max(...people.map((person) => sumOf((one) => counts(one) && isOf(person, one.requestedBy))));
  }
  const holdersOf = (id: string) => users.get(id)?.holders ?? [];

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
    const holders = holdersOf(order.requestedBy);
    if (holders.length > 0) totals.byKeys += 1;
    for (const user of frozen.values()) {
      const stops = user === null || [order.requestedBy, ...holders, ...order.approvedBy].includes(user);
      must(!stops, `although payouts of ${user ?? "all users"} were frozen`);
    }
    const requester = users.get(order.requestedBy);
    must(requester?.isActive === true, "although its requester was disabled");
    must(REQUESTS.includes(requester?.role ?? ""), `although its requester was ${requester?.role}`);
    const counting = [...order.approvedBy].filter((id) => {
      const user = users.get(id);
      return id !== order.requestedBy && !holders.includes(id) && user?.isActive && APPROVES.includes(user.role);
    });
    const those = [...payees.values()].filter(({ account }) => account === order.payee);
    must(!those.some(({ isBlocked }) => isBlocked), "although its payee was blocked");
    must(!those.some(({ waits }) => waits), "although its payee waited for a decision");
    const isNew = those.some(({ since }) => since !== null && since + coolingHours * 3_600_000 > now);
    if (isNew) totals.toNewPayees += 1;
    const asked = Math.max(needed(order.counted), isNew ? 2 : 0);
    must(counting.length >= asked, `with ${counting.length} of ${asked} approvals for a sum of ${order.counted}`);
    const limit = limits.find(({ currency }) => currency === "JPY");
    const sent = sumOf(({ state, leftAt }) => state === "left" && within(now, leftAt));
    const total = sent + order.amount;
    must(limit === undefined || total <= Number(limit.amount), `although ${total} passes the limit ${limit?.amount}`);
  }

  /** The rows of a batch count from its request on, each as an order that has not been made yet. */
  function requestRows(subject: string, requestedBy: string, at: number, rows: Row[]) {
    const counts = (one: Order) => one.state !== "gone" && within(at, one.at);
    const total = rows.reduce((sum, { amount }) => sum + Number(amount), 0);
    const byRequester = sumOfPerson(requestedBy, counts);
    const toPayees = [...Map.groupBy(rows, ({ account }) => account)].map(
      ([account, own]) =>
        own.reduce((sum, { amount }) => sum + Number(amount), 0) + sumOf((one) => counts(one) && one.payee === account),
    );
    const counted = Math.max(total + byRequester, ...toPayees);
    batches.set(subject, { requestedBy, approvedBy: new Set(), counted });
    for (const { line, amount, account } of rows) {
      const made = { requestedBy, amount: Number(amount), payee: account, at, counted, leftAt: 0 };
      orders.set(`${subject}/${line}`, { ...made, approvedBy: new Set(), state: "open" });
    }
  }

  /** A row becomes an order under the approvals of its batch. */
  function openRow(subject: string, at: number, detail: Record<string, unknown>) {
    const key = `${detail.batch}/${detail.line}`;
    const [batch, row] = [batches.get(String(detail.batch)), orders.get(key)];
    if (!batch || !row) throw new Error(`${subject} is a row of no request`);
    orders.delete(key);
    // A row that was held is approved on its own: that is no approval of the others.
    orders.set(subject, { ...row, at, approvedBy: new Set(batch.approvedBy) });
    totals.inBatches += 1;
  }

  function changePayee({ at, action, subject, detail }: Line, says: Map<string, Pick<Payee, "account" | "holder">>) {
    const payee = payees.get(subject);
    const proposed = says.get(`${subject} ${detail.version}`);
    if (action === "payee.proposed" && proposed) {
      if (payee) payee.waits = true;
      else payees.set(subject, { ...proposed, since: null, waits: true, isBlocked: false });
    }
    if (!payee) return;
    if (action === "payee.approved" && proposed) {
      const isSame = payee.account === proposed.account && payee.holder === proposed.holder;
      const since = isSame && payee.since !== null ? payee.since : at.getTime();
      payees.set(subject, { ...payee, ...proposed, since, waits: false });
      totals.payeesApproved += 1;
    }
    if (action === "payee.rejected" || action === "payee.withdrawn") payee.waits = false;
    if (action === "payee.blocked") payee.isBlocked = true;
    if (action === "payee.unblocked") payee.isBlocked = false;
  }

  function apply({ at, actor, action, subject, detail }: Line, accounts: Map<string, string>, rows: Row[]) {
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
    const batch = batches.get(subject);
    if (action === "batch.requested") {
      const own = rows.filter((row) => row.batch === subject);
      requestRows(subject, actor, now, own);
    }
    if (batch && action === "batch.approved") batch.approvedBy.add(actor);
    if (batch && BATCH_GONE.test(action)) {
      for (const [key, row] of orders) if (key.startsWith(`${subject}/`)) row.state = "gone";
    }
    if (action === "withdrawal.requested" && detail.batch !== undefined) openRow(subject, now, detail);
    else if (action === "withdrawal.requested") {
      const amount = Number(detail.amount);
      const payee = accounts.get(subject) ?? "";
      const counts = (one: Order) => one.state !== "gone" && within(now, one.at);
      const byRequester = sumOfPerson(actor, counts);
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
    /** `holders`: who know the secret of a key. */
    add: (id: string, role: string, holders: string[] = []) => users.set(id, { role, isActive: true, holders }),
    /** Reads what happened since, and throws at the first payout that should not have left. */
    async follow(now: Date) {
      const isKept = ([key, { at, leftAt, state }]: [string, Order]) =>
        within(now.getTime(), Math.max(at, leftAt)) || (state === "open" && key.includes("/"));
      orders = new Map([...orders].filter(isKept));
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
      const batchRows = await pool.query<Row>(
        `select batch_id as batch, line::text, amount::text, terms ->> 'destinationAccount' as account
         from batch_rows where batch_id::text = any($1) and digest is not null`,
        [rows.filter(({ action }) => action === "batch.requested").map(({ subject }) => subject)],
      );
      const versions = await pool.query<{ key: string; account: string; holder: string }>(
        `select payee_id || ' ' || version as key, destination_account as account, destination_account_name as holder
         from payee_versions where payee_id::text = any($1)`,
        [rows.filter(({ action }) => action.startsWith("payee.")).map(({ subject }) => subject)],
      );
      const says = new Map(versions.rows.map(({ key, ...said }) => [key, said]));
      for (const line of rows) {
        if (line.action.startsWith("payee.")) changePayee(line, says);
        else apply(line, accounts, batchRows.rows);
      }
      last = rows.at(-1)?.id ?? last;
    },
  };
}
