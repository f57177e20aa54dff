import { describe, expect, test } from "vitest";
import { sectionAt } from "@/components/navigation/sections";
import { matching } from "@/components/palette/match";
import { settingsFound } from "@/components/palette/settings-found";
import { lookedAt } from "@/components/preferences/recent";
import { settingPath, settingsFor } from "@/components/settings/sections";
import type { Role } from "@/lib/auth/permissions";
import type { Locale } from "@/lib/i18n/locale";
import { settingWords } from "@/lib/i18n/setting-words";

test("an order's and a player's page are remembered, by their id and where they are", () => {
  expect(lookedAt("/sandbox/transactions/WD-20261121-7KQ2M9XB")).toEqual({
    environment: "sandbox",
    kind: "order",
    id: "WD-20261121-7KQ2M9XB",
  });
  expect(lookedAt("/production/players/p%2F1")).toEqual({ environment: "production", kind: "player", id: "p/1" });
});

test.each([
  "/sandbox",
  "/sandbox/transactions",
  "/sandbox/transactions/",
  "/sandbox/transactions/backfill",
  "/sandbox/transactions/backfill/7",
  "/sandbox/players/new",
  "/sandbox/players/bulk",
  "/sandbox/withdrawals/new",
  "/elsewhere/players/1",
])("%s belongs to no section", (pathname) => {
  expect(lookedAt(pathname)).toBeNull();
});

test("a command is found by any words of it, in either language and width", () => {
  const commands = [
    { text: "出金を作成", also: "new withdrawal payout" },
    { text: "残高", also: "balances" },
  ];
  for (const typed of ["出金", "NEW with", "ｐａｙｏｕｔ", "withdrawal new"])
    expect(matching(commands, typed)).toEqual([commands[0]]);
  expect(matching(commands, "")).toEqual(commands);
  expect(matching(commands, "nothing")).toEqual([]);
});

test("what was found belongs to the transactions", () => {
  expect(sectionAt("/sandbox/search")).toBe("transactions");
});

describe("the settings", () => {
  const found = (wanted: string, role: Role = "admin", locale: Locale = "ja") => {
    const { byTitle, byTopic } = settingsFound("sandbox", role, { words: settingWords(), locale, wanted });
    return { byTitle: byTitle.map(({ path }) => path), byTopic: byTopic.map(({ path }) => path) };
  };
  const at = (name: string) => `/sandbox/settings/${name}`;

  test.each([
    ["team", "team"],
    ["メンバー", "team"],
    ["freeze", "freezes"],
    ["送信の停止", "freezes"],
    ["audit", "audit"],
    ["監査", "audit"],
    ["approval rules", "approval-rules"],
    ["ａｐｉ key", "api-keys"],
    ["APIキー", "api-keys"],
    ["webhook", "webhooks"],
    ["notif", "notifications"],
  ])("%s is the title of %s, whichever language is shown", (typed, name) => {
    expect(found(typed, "admin", "en").byTitle).toEqual([at(name)]);
    expect(found(typed, "admin", "ja").byTitle).toEqual([at(name)]);
  });

  test.each([
    ["パスワード", "security"],
    ["password", "security"],
    ["invite", "team"],
    ["招待", "team"],
    ["限度額", "approval-rules"],
    ["パスキー", "security"],
    ["passkey", "security"],
    ["mcp", "developers"],
    ["quick start", "developers"],
    ["クイックスタート", "developers"],
  ])("%s is what %s is about", (typed, name) => {
    expect(found(typed).byTitle).toEqual([]);
    expect(found(typed).byTopic).toContain(at(name));
  });

  test("are all found by their titles by who may open them, and by those alone", () => {
    for (const role of ["admin", "finance", "viewer"] as const) {
      const offered = settingsFor({ role }).flatMap(({ settings }) => settings.map(({ name }) => name));
      const all = Object.entries(settingWords());
      const isFound = ([name, { en, ja }]: (typeof all)[number]) =>
        [en, ja].every(({ title }) => found(title, role).byTitle.some((path) => path.endsWith(`/${name}`))) ||
        (name === "connection" && found(en.title, role).byTitle.includes(settingPath("sandbox", "connection")));
      expect(
        all
          .filter(isFound)
          .map(([name]) => name)
          .toSorted(),
      ).toEqual(offered.toSorted());
    }
    expect(found("freeze", "viewer")).toEqual({ byTitle: [], byTopic: [] });
  });

  test("are not found by an amount, nor before anything is typed", () => {
    for (const typed of ["24", "", "1,250.50"]) expect(found(typed)).toEqual({ byTitle: [], byTopic: [] });
    expect(found("24時間").byTopic).toEqual([at("approval-rules")]);
  });

  test("have no words until these have come", () => {
    expect(settingsFound("sandbox", "admin", { words: {}, locale: "en", wanted: "team" }).byTitle).toEqual([]);
  });
});
