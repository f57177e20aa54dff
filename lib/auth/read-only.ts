/** The console was started with READ_ONLY=true: it watches, and nothing leaves it. */
export class ReadOnly extends Error {
  override name = "ReadOnly";
}

/** The first statement of what would lead to a payout, a deposit or a registration at the service. */
export function requireSending({ readOnly }: { readOnly: boolean }): void {
  if (readOnly) throw new ReadOnly("this console sends nothing");
}
