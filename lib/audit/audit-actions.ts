import type en from "@/lib/i18n/messages/en.json";

type Sentences = Omit<typeof en.actions.done, "other">;

/** Every action that the audit log records: one without its sentence in the messages, at `actions.done`, does not compile. */
export type AuditAction = {
  [Group in keyof Sentences]: `${Group}.${keyof Sentences[Group] & string}`;
}[keyof Sentences];
