import type en from "@/lib/i18n/messages/en.json";

type Sentences = Omit<typeof en.actions.done, "other">;
type Names = typeof en.audit.names;

type ActionsOf<Groups> = { [Group in keyof Groups & string]: `${Group}.${keyof Groups[Group] & string}` }[keyof Groups &
  string];

/** Every action that the audit log records: one without its sentence in the messages, at `actions.done`, does not compile. */
export type AuditAction = ActionsOf<Sentences>;

/** Those that a filter calls by a name of their own, at `audit.names`. */
export type NamedAction = ActionsOf<Names>;
