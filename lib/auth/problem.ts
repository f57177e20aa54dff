/** Refusals before the use case runs. Nothing was changed. */
export type Problem =
  | { kind: "foreign_origin" | "signed_out" | "forbidden" }
  /** The page was drawn for another user than the one who is signed in now. */
  | { kind: "other_user" }
  /** The console only watches (READ_ONLY). */
  | { kind: "read_only" }
  | { kind: "no_such_environment" }
  /** Field name to problem code. */
  | { kind: "invalid"; fields: Record<string, string> };

/** The request arrived after its deadline (`lib/send-by.ts`). Nothing was changed. */
export type TooLate = { kind: "too_late" };
