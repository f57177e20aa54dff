import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";
import { failureParts, failureText, OUTGOING_PROBLEMS } from "@/lib/outgoing/request";

const english = createTranslator({ locale: "en", messages: en });
const said = (failure: string) => english("notifications.failure", failureParts(failure));

describe.each([
  ["en", en],
  ["ja", ja],
] as const)("in %s", (locale, messages) => {
  const t = createTranslator({ locale, messages });

  test.each([
    ...OUTGOING_PROBLEMS.map((problem) => failureText({ kind: "not_delivered", problem, status: null })),
    ...["status 500", "redirect 302", "no_mail_server", "no_push_key", "removed", "address_refused 550", "ESOCKET"],
  ])("%s has words of its own", (failure) => {
    const { kind, code } = failureParts(failure);
    const ofOther = t("notifications.failure", { kind: "of_no_case", code }).replace("of_no_case", kind);
    expect(t("notifications.failure", { kind, code })).not.toBe(ofOther);
  });
});

test("a refusal is said only of who refused", () => {
  expect(said("status 500")).toBe("The receiver refused: status 500.");
  expect(said("address_refused 550")).toBe("The mail server refused the address: 550.");
  for (const code of ["ESOCKET", "ETIMEDOUT", "EAUTH 535", "EENVELOPE 530"]) {
    expect(said(code)).toBe(`The mail server did not take the e-mail: ${code}.`);
  }
  expect(said("removed")).toBe("The endpoint was removed before this was delivered.");
});
