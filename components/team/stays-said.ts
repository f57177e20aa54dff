/**
 * A refusal is about the user as they were when the button was pressed, and ends when they are changed. That another
 * admin changed them first arrives together with that change.
 */
export const staysSaid = (refusal: { kind: string } | null, { pressedAt, now }: { pressedAt: string; now: string }) =>
  pressedAt === now || refusal?.kind === "changed_meanwhile";
