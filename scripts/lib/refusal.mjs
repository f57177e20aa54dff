/** Something that the person at the keyboard can put right. Shown as it is, without a stack. */
export class Refusal extends Error {
  /** @override */
  name = "Refusal";
}
