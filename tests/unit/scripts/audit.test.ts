import { expect, test } from "vitest";
import { verdictOf } from "@/scripts/lib/audit.mjs";

const report = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(severities.map((severity, n) => [`p${n}`, { name: `p${n}`, severity }])),
    metadata: { vulnerabilities: { total: severities.length } },
  });

test("packages with a grave weakness are named, and those with a lesser one are let pass", () => {
  expect(verdictOf(report())).toEqual({ kind: "clean" });
  expect(verdictOf(report("moderate", "low"))).toEqual({ kind: "clean" });
  const found = ["p1 (high)", "p2 (critical)"];
  expect(verdictOf(report("moderate", "high", "critical"))).toEqual({ kind: "weak", found });
});

test("a registry that cannot be asked makes nothing clean", () => {
  const noEndpoint = JSON.stringify({ message: "405 Method Not Allowed", statusCode: 405, error: { summary: "" } });
  expect(verdictOf(noEndpoint)).toEqual({
    kind: "not checked",
    why: "the registry has no audit endpoint (it answers 405)",
  });
  const silent = { kind: "not checked", why: "the registry did not answer" };
  for (const told of ["", "<html>", "null", "{}", '{"error":{"code":"ENOTFOUND"}}']) {
    expect(verdictOf(told)).toEqual(silent);
  }
});
