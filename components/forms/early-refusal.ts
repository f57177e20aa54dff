import type { Problem, TooLate } from "@/lib/auth/problem";

const AT_THE_DOOR: Record<(Problem | TooLate)["kind"], true> = {
  foreign_origin: true,
  signed_out: true,
  other_user: true,
  forbidden: true,
  read_only: true,
  no_such_environment: true,
  too_late: true,
  invalid: true,
};

/** Refused before the use case ran. Other messages are the use case's own. */
export const isAtTheDoor = <E extends { kind: string }>(error: E): error is Extract<E, Problem | TooLate> =>
  Object.hasOwn(AT_THE_DOOR, error.kind);
