import { describe, expect, test } from "vitest";
import { NOTIFICATION_EVENTS, type NotificationEvent, readSubject, subjectOf } from "@/lib/events/events";
import { emailText, messageFor } from "@/lib/notifications/message";
import { CHAT_BODIES } from "@/lib/notifications/payload";

const where = { appUrl: "https://console.test", environment: "production" } as const;
const item = (event: NotificationEvent, subject: string, amount: string | null = null) => ({
  ...{ id: "1", event, subject, amount },
});
const order = (id: string, amount: string | null = null) => item("outcome_unknown", subjectOf("order", id), amount);

describe("a message", () => {
  test("of one event says what happened and links to the exact page", () => {
    const { title, lines } = messageFor([order("WD-1")], "en", where);
    expect(title).toBe("Outcome unknown for 10 minutes");
    expect(lines).toEqual([
      {
        text: "The outcome of WD-1 has been unknown for more than 10 minutes. Do not send it again.",
        url: "https://console.test/production/transactions/WD-1",
      },
    ]);
  });

  test("of proposed changes leads to each of them", () => {
    const proposed = ["one", "two"].map((id) => item("approval_waiting", subjectOf("proposal", id)));
    expect(messageFor(proposed, "en", where).lines.map(({ url }) => url)).toEqual([
      "https://console.test/production/approvals?item=one",
      "https://console.test/production/approvals?item=two",
    ]);
  });

  test("says of the sandbox that it is one", () => {
    expect(messageFor([order("WD-1")], "ja", { ...where, environment: "sandbox" }).title).toBe(
      "【検証環境】結果不明（10分経過）",
    );
  });

  test("of an outage is one message, not a hundred", () => {
    const items = Array.from({ length: 100 }, (_, at) => order(`WD-${at}`));
    const { lines } = messageFor(items, "en", where);
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toEqual({
      text: "Outcome unknown for 10 minutes: 95 more",
      url: "https://console.test/production",
    });
  });

  test("writes the day that is not closed as each language writes days", () => {
    const late = [item("day_not_closed", subjectOf("day", "2026-11-25"))];
    const textIn = (locale: "en" | "ja") => messageFor(late, locale, where).lines[0]?.text;
    expect(textIn("en")).toBe("25 Nov 2026 is not closed.");
    expect(textIn("ja")).toBe("2026/11/25 の日次締めが完了していません。");
    expect(messageFor(late, "ja", where).lines[0]?.url).toMatch(/\/daily-close\/2026-11-25$/);
  });

  test("has words for every event in both languages, and an amount only where it was given one", () => {
    for (const event of NOTIFICATION_EVENTS) {
      const { text } = emailText([item(event, subjectOf("batch", "b-1"), null)], where);
      expect(text).not.toContain("notificationTexts");
      expect(text.split("https://console.test/production/batches/b-1")).toHaveLength(3);
    }
    expect(messageFor([order("WD-1", "¥12,000")], "en", where).lines[0]?.text).toMatch(/ \(¥12,000\)$/);
  });

  test("in a chat shows an ID from outside as text, neither as a link nor as a mention", () => {
    const hostile = "<!channel> <https://evil.test|WD-1> [x](https://evil.test) `*_";
    expect(readSubject(subjectOf("order", hostile)).id).toBe(hostile);
    const message = messageFor([order(hostile)], "en", where);
    const slack = JSON.stringify(CHAT_BODIES.slack(message));
    expect(slack).not.toMatch(/<!|<https:\/\/evil/);
    const teams = JSON.stringify(CHAT_BODIES.teams(message));
    expect(teams).not.toMatch(/[^\\]\[x\]\(/);
  });
});
