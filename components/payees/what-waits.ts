import type { PayeeView } from "@/lib/payees/schema";

/** What changes with each decision about a payee. */
export const whatWaits = ({ status, waiting, blocked }: PayeeView): string =>
  `${status} ${waiting} ${blocked !== null}`;
