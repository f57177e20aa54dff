import { expect, test } from "vitest";
import type { Role } from "@/lib/auth/permissions";
import { emailFor, LINK_KINDS } from "@/lib/email/templates";
import { CHANGES, needsSecondAdmin, nextTryMinutes } from "@/lib/team/state";

const takesTwo = (role: Role, isMailed: boolean, hasProduction = true) =>
  CHANGES.filter((change) => needsSecondAdmin({ change, role, hasProduction, isMailed }));

test("no admin alone gets a second identity with a permission under dual control", () => {
  expect(takesTwo("ops", false)).toEqual(["invite", "role", "enable", "reset_factor", "password_link", "resend"]);
  expect(takesTwo("ops", true)).toEqual(["invite", "role", "enable", "reset_factor"]);
  expect(takesTwo("finance", false)).toEqual(takesTwo("ops", false));
  expect(takesTwo("support", false)).toEqual(takesTwo("ops", false));
  expect(takesTwo("viewer", false)).toEqual(["role", "reset_factor"]);
});

test("without a production nothing takes two", () => {
  expect([...takesTwo("ops", false, false), ...takesTwo("viewer", false, false)]).toEqual([]);
});

test("an e-mail is sent again after a gap that doubles, eight times", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(nextTryMinutes)).toEqual([1, 2, 4, 8, 16, 32, 64, null, null]);
});

test("every e-mail has its link in both languages, and no address can inject a header", () => {
  for (const kind of LINK_KINDS) {
    const { subject, text } = emailFor(kind, { to: "a@b.example", url: "https://choba.example/x", hours: 72 });
    expect(text.split("https://choba.example/x")).toHaveLength(3);
    expect(text).toMatch(/72時間以内[\s\S]*within 72 hours/);
    expect(subject).not.toMatch(/[\r\n]/);
  }
});
