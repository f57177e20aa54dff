/**
 * The script that is in every package: it recomputes each hash and sum of the folder that it stands in, by Node alone.
 * It shares no code with the console, so that a mistake there is no mistake here.
 */
export const VERIFY_SCRIPT = String.raw`// Checks a month package: unpack it into an empty folder, then run: node verify.mjs
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const read = (name) => readFileSync(new URL(name, import.meta.url));
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

let failures = 0;
function check(name, work) {
  let [problems, says] = [[], ""];
  try {
    says = work((holds, problem) => holds || problems.push(problem));
  } catch (error) {
    problems.push(error.message);
  }
  if (problems.length > 0) failures += 1;
  console.log((problems.length > 0 ? "FAILED  " : "ok      ") + name + (says ? ": " + says : ""));
  for (const problem of problems.slice(0, 5)) console.log("          " + problem);
}

/** The cells of a CSV, with the apostrophe removed that keeps a spreadsheet from computing. */
function cellsOf(text) {
  let [rows, row] = [[], []];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (plain === "" && end === "" && row.length === 0) break;
    row.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).replace(/^'(?=[=+\-@\t\r])/, ""));
    if (end !== ",") rows.push(row), (row = []);
  }
  return rows;
}
function table(name) {
  const [header, ...rows] = cellsOf(new TextDecoder("utf-8", { fatal: true }).decode(read(name)));
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(name + ": a line has " + row.length + " cells");
    return Object.fromEntries(header.map((column, at) => [column, row[at]]));
  });
}
/** Amounts are decimal text; they are added as whole numbers of the smallest part. */
const SCALE = 18;
function exact(text) {
  const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || part.length > SCALE) throw new Error("not an amount: " + text);
  return BigInt(sign + whole + part.padEnd(SCALE, "0"));
}
const shown = (value) => {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, "0");
  return ((value < 0n ? "-" : "") + digits.slice(0, -SCALE) + "." + digits.slice(-SCALE)).replace(/\.?0+$/, "");
};
/** Sums of some columns of rows by others: "DEPOSIT JPY" → "12 30000 300". Without rows there is no key. */
function sums(rows, by, columns, value = exact) {
  const found = new Map();
  for (const row of rows) {
    const key = by.map((column) => row[column]).join(" ");
    const held = found.get(key) ?? columns.map(() => 0n);
    found.set(key, columns.map((column, at) => held[at] + (column === "rows" ? exact("1") : value(row[column] || "0"))));
  }
  return new Map([...found].map(([key, values]) => [key, values.map(shown).join(" ")]));
}
function equal(must, what, a, b) {
  for (const key of new Set([...a.keys(), ...b.keys()]))
    must(a.get(key) === b.get(key), what + " " + key + ": " + (a.get(key) ?? "nothing") + " is not " + (b.get(key) ?? "nothing"));
}
const textual = (rows) => rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])));
let manifest = { files: [], sums: {} };
check("The manifest is as it was packed", (must) => {
  const bytes = read("manifest.json");
  must(read("manifest.sha256").toString() === sha256(bytes) + "  manifest.json\n", "manifest.json and manifest.sha256 differ");
  manifest = JSON.parse(bytes);
  return manifest.environment + " " + manifest.month + ", package " + manifest.version + " of " + manifest.packedAt + " by " + manifest.packedBy;
});
check("Every file is as it was packed", (must) => {
  must(manifest.files.length > 0, "the manifest names no file");
  for (const file of manifest.files) {
    const bytes = read(file.name);
    must(bytes.length === file.bytes && sha256(bytes) === file.sha256, file.name + " was changed");
  }
  const lasting = manifest.files.filter(({ name }) => !manifest.notInContentHash.includes(name));
  const hash = sha256(lasting.map((file) => file.sha256 + "  " + file.name + "\n").join(""));
  must(hash === manifest.contentHash, "the hash of the content differs");
  return manifest.files.length + " files, content " + manifest.contentHash;
});
const documents = new Map();
check("Every daily close has its hash, and the chain of all closes holds", (must) => {
  let chain = "0".repeat(64);
  const closes = table("closes.csv");
  for (const { day, version, state, file, hash, chain: listed } of closes) {
    const bytes = read(file);
    const document = JSON.parse(bytes);
    must(sha256(bytes) === hash, day + ": the hash of version " + version + " differs");
    must(document.day === day && String(document.version) === version, file + " is another close");
    chain = sha256(chain + hash);
    must(chain === listed, day + ": the chain is broken at version " + version);
    must(state !== "in_force" || !documents.has(day), day + " has two closes in force");
    if (state === "in_force") documents.set(day, document);
  }
  must(chain === manifest.sums.closes.chain && closes.length === manifest.sums.closes.count, "closes were left out or added");
  return closes.length + " closes, " + documents.size + " days closed, " + manifest.openDays.length + " days not closed";
});
check("The figures of the closes are those of their documents", (must) => {
  const rows = table("close-figures.csv");
  const expected = [...documents.values()].reduce((sum, { figures }) => sum + figures.length * 10, 0);
  must(rows.length === expected, rows.length + " figures instead of " + expected);
  for (const row of rows) {
    const figure = documents.get(row.day)?.figures.find(({ currency }) => currency === row.currency)?.[row.figure];
    const parts = figure !== null && typeof figure === "object" ? figure : { amount: figure };
    for (const part of ["count", "amount", "fees", "net", "ledger", "available"])
      must(row[part] === String(parts?.[part] ?? ""), row.day + " " + row.currency + " " + row.figure + ": " + part + " differs");
  }
  return rows.length + " figures";
});
const FIGURES = ["count", "amount", "fees", "net", "withoutFee"];
check("The fee statement is the sum of its days", (must) => {
  const [movements, statement] = [table("movements.csv"), table("fee-statement.csv")];
  const found = sums(statement, ["type", "currency"], FIGURES);
  equal(must, "fee statement", found, sums(movements, ["type", "currency"], FIGURES));
  equal(must, "manifest", found, sums(textual(manifest.sums.statement), ["type", "currency"], FIGURES));
  return [...found.keys()].map((key) => key + " fees " + found.get(key).split(" ")[2]).join(", ") || "no movements";
});
check("The movements say what the closes of their days said", (must) => {
  let late = 0;
  for (const { day, type, currency, count, closedCount, closedNet } of table("movements.csv")) {
    const figures = documents.get(day)?.figures.find((one) => one.currency === currency);
    const closed = type === "DEPOSIT" ? figures?.deposits : figures?.withdrawals;
    must(closedCount === (closed ? String(closed.count) : ""), day + " " + type + " " + currency + ": another count than the close");
    must(closed ? exact(closedNet) === exact(closed.net) : closedNet === "", day + " " + type + " " + currency + ": another sum than the close");
    if (closed) late += Number(count) - closed.count;
  }
  return "orders reported after the close of their day: " + late;
});
check("Matched rows and differences add up to the results of the runs", (must) => {
  const [results, rows] = [table("results.csv"), table("differences.csv")];
  const runs = new Map(table("runs.csv").map(({ run, countedIn }) => [run, countedIn]));
  for (const { run } of results) must(runs.get(run) === "", "a result of a run that is not listed, or that a longer run counts");
  const [agreeing, by] = [(row) => ["matched", "across_cutoff"].includes(row.class), ["run", "class", "currency"]];
  const counted = sums(results.filter((row) => !agreeing(row)), by, ["count", "ledger", "service"]);
  equal(must, "differences", sums(rows, by, ["rows", "ledger", "service"]), counted);
  for (const row of rows)
    must(exact(row.difference) === exact(row.ledger || "0") - exact(row.service || "0"), "row " + row.position + ": its difference is wrong");
  const total = sums(results, ["class", "currency"], ["count", "ledger", "service"]);
  equal(must, "manifest", total, sums(textual(manifest.sums.results), ["class", "currency"], ["count", "ledger", "service"]));
  const matched = results.filter(agreeing).reduce((sum, row) => sum + Number(row.count), 0);
  return runs.size + " runs, " + matched + " rows agree, " + rows.length + " differ";
});
check("Runs that share days name each other", (must) => {
  const counted = table("runs.csv").filter(({ countedIn }) => countedIn === "");
  for (const { run, firstDay, lastDay, overlaps } of counted) {
    const others = counted.filter((other) => other.run !== run && other.firstDay <= lastDay && other.lastDay >= firstDay);
    must(overlaps === others.map((other) => other.run).join("; "), "run " + run + " shares days with other runs than it names");
  }
  const sharing = counted.filter(({ overlaps }) => overlaps !== "").length;
  return sharing === 0 ? "no two counted runs of this package share a day" : sharing + " runs share days, which are counted in each of them";
});
check("Every difference is an exception with its state, owner and history", (must) => {
  const exceptions = new Map(table("exceptions.csv").map((row) => [row.exception, row]));
  for (const row of table("differences.csv")) {
    const found = exceptions.get(row.exception);
    must(found, "row " + row.position + " of run " + row.run + " has no exception");
    if (found?.state === "open" && found.lastRun === row.run)
      must(found.ledger === row.ledger && found.service === row.service, "exception " + row.exception + " has another amount");
  }
  for (const row of exceptions.values())
    must(exact(row.difference) === exact(row.ledger || "0") - exact(row.service || "0"), "exception " + row.exception + ": its difference is wrong");
  for (const row of table("exception-history.csv")) must(exceptions.has(row.exception), "history of an exception that is not listed");
  const found = sums([...exceptions.values()], ["state"], ["rows"]);
  const said = textual(manifest.sums.exceptions).filter(({ count }) => count !== "0");
  equal(must, "exceptions", found, sums(said, ["state"], ["count"]));
  return [...found].map(([state, count]) => count + " " + state).join(", ") || "no exceptions";
});
check("The open items add up", (must) => {
  const [rows, by] = [table("open-items.csv"), ["type", "currency"]];
  equal(must, "open items", sums(rows, by, ["rows", "amount"]), sums(textual(manifest.sums.openItems), by, ["count", "amount"]));
  return rows.length + " orders were open when the month ended";
});
check("The journals balance, and are what the fee statement and the balance movements say", (must) => {
  const [entries, leftOut] = [table("journals/entries.csv"), table("journals/left-out.csv")];
  const booked = entries.map((row) => ({ ...row, currency: "JPY" }));
  const expected = table("fee-statement.csv").flatMap(({ type, currency, net, fees }) => {
    const paid = type === "DEPOSIT" ? exact(net) + exact(fees) : exact(net) - exact(fees);
    return [{ kind: type === "DEPOSIT" ? "deposits" : "withdrawals", currency, amount: paid }, { kind: "fees", currency, amount: exact(fees) }];
  });
  for (const { bookedAs: kind, currency, amount, booked } of table("balance-movements.csv")) {
    must(amount.replace("-", "") === booked, "a balance movement is booked with another amount");
    expected.push({ kind, currency, amount: exact(booked) });
  }
  const by = ["kind", "currency"];
  const ofMonth = sums(expected.filter(({ amount }) => amount !== 0n), by, ["amount"], (amount) => amount);
  equal(must, "journal", sums([...booked, ...leftOut], by, ["amount"]), ofMonth);
  const kinds = textual(manifest.sums.journals.kinds).filter(({ lines }) => lines !== "0");
  equal(must, "manifest", sums(entries, ["kind"], ["rows", "amount"]), sums(kinds, ["kind"], ["lines", "amount"]));
  for (const [name, header, date, debit, credit] of [["yayoi", 0, 3, 8, 14], ["freee", 1, 1, 8, 13], ["moneyforward", 1, 1, 8, 16]]) {
    const lines = cellsOf(new TextDecoder("shift_jis", { fatal: true }).decode(read("journals/" + name + ".csv"))).slice(header);
    must(lines.length === entries.length, name + ": " + lines.length + " lines instead of " + entries.length);
    for (const [at, { day, amount }] of entries.entries()) {
      const line = lines[at] ?? [];
      must(line[debit] === line[credit], name + ", line " + (at + 1) + ": debit and credit differ");
      must(line[debit] === amount && line[date] === day.replaceAll("-", "/"), name + ", line " + (at + 1) + " is not the entry");
    }
  }
  return entries.length + " lines, " + leftOut.length + " sums left out";
});
check("The audit log's heads are complete", (must) => {
  const heads = JSON.parse(read("audit.json"));
  for (const { head, links } of heads) must(links === 0 ? head === null : /^[0-9a-f]{64}$/.test(head), "a head is no hash");
  return heads.map(({ chain, links, head, notLinked }) => chain + " " + links + " links, " + notLinked + " not linked, head " + (head ?? "none")).join("; ");
});
console.log(failures === 0 ? "All checks passed." : failures + " of the checks failed.");
process.exitCode = failures === 0 ? 0 : 1;
`;
