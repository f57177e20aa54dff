import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { metricsText } from "@/lib/metrics/prometheus";
import { telemetry } from "@/lib/telemetry/counters";
import { ROOT } from "@/scripts/lib/root.mjs";

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> };
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const ALERTS = "deploy/monitoring/alerts.yaml";
const rules: Rule[] = parse(read(ALERTS)).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  read("deploy/monitoring/dashboard.json"),
);
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Every series that an instance tells, with the names of its labels. */
const exported = new Map<string, Set<string>>();

beforeAll(async () => {
  const { requests, serviceCalls, jobs, callbacks, pool } = telemetry();
  requests.observe({ kind: "page", status: "2xx" }, 0.1);
  serviceCalls.observe({ endpoint: "withdraw", outcome: "2xx" }, 0.1);
  jobs.observe({ task: "sweep", outcome: "done" }, 0.1);
  callbacks.inc({ environment: "sandbox", status: 503 });
  pool.set({ pool: "usual", state: "waiting" }, 0);
  const text = await metricsText({
    environments: new Map([
      [
        "sandbox",
        {
          ...{ unknownWithdrawals: 1, oldestUnknownSeconds: 1, unsentWithdrawals: 1, oldestUnsentSeconds: 1 },
          ...{ openDiscrepancies: 1, unprocessedDeliveries: 1, sinceLastAnswerSeconds: 1, outageSeconds: 1 },
          refusedDeliveries: [{ cause: "wrong_signature", count: 1 }],
        },
      ],
    ]),
    jobs: [{ task: "sweep", waiting: 1, oldestSeconds: 1, givenUp: 1 }],
    heads: { targets: [{ target: "log", at: new Date() }], heads: [{ chain: "sandbox", position: 1 }] },
    unlinked: { count: 0, oldestSeconds: 0 },
  });
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) => label);
    exported.set(name, new Set([...(exported.get(name) ?? []), ...names]));
  }
});

/** What is wrong with a query: series that no instance tells, and labels that a series does not have. */
function problemsOf(expr: string): string[] {
  const used = [...expr.matchAll(/\b((?:choba|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
  if (used.length === 0) return ["no series of ours"];
  return used.flatMap(([, name = "", matchers = ""]) => {
    const labels = exported.get(name);
    if (!labels) return [`no series ${name}`];
    const unknown = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].filter(([, label = ""]) => !labels.has(label));
    return unknown.map(([, label]) => `${name} has no label ${label}`);
  });
}

test("planted mistakes are found", () => {
  expect(problemsOf("choba_withdrawals_lost > 0")).toEqual(["no series choba_withdrawals_lost"]);
  expect(problemsOf('choba_withdrawals_unknown{cause="x"}')).toEqual(["choba_withdrawals_unknown has no label cause"]);
});

test.each(queries)("%s asks for what instances tell", (_, expr) => {
  expect(problemsOf(expr)).toEqual([]);
});

test("every alert has a severity, a summary and a chapter of the operations guide", () => {
  const chapters = [...read("docs/operations.md").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );
  for (const { alert, labels, annotations } of rules) {
    expect([alert, ["page", "ticket"].includes(labels.severity)]).toEqual([alert, true]);
    expect(annotations.summary).toMatch(/^[A-Z]/);
    const [file, chapter = ""] = annotations.runbook?.split("#") ?? [];
    expect([alert, file, chapters.includes(chapter)]).toEqual([alert, "docs/operations.md", true]);
  }
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

test.skipIf(!hasPromtool)("Prometheus' own tool accepts the rules", () => {
  const { status, stderr } = spawnSync("promtool", ["check", "rules", join(ROOT, ALERTS)], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
