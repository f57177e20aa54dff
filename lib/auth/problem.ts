/** Refusals before a use case runs. None of them changes anything. */
export type Problem =
  | { kind: "foreign_origin" }
  | { kind: "signed_out" }
  | { kind: "forbidden" }
  | { kind: "no_such_environment" }
  /** Field name to problem code. */
  | { kind: "invalid"; fields: Record<string, string> };

/** It arrived after the deadline of the press that sent it (`lib/send-by.ts`). Nothing was changed. */
export type TooLate = { kind: "too_late" };
