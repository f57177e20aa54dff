import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";

type Messages = { [name: string]: string | Messages };

const every = (messages: Messages, path = ""): [string, string][] =>
  Object.entries(messages).flatMap(([name, message]) =>
    typeof message === "string" ? [[path + name, message]] : every(message, `${path}${name}.`),
  );

test.each([
  ["en", en],
  ["ja", ja],
] as const)("every message in %s can be read: one that cannot stops the build", (locale, of) => {
  const broken = every(of).flatMap(([path, message]) => {
    const codes: string[] = [];
    createTranslator({ locale, messages: { message }, onError: ({ code }) => codes.push(code) })("message");
    return codes.includes("INVALID_MESSAGE") ? [path] : [];
  });
  expect(broken).toEqual([]);
});
