import { customType, pgEnum } from "drizzle-orm/pg-core";
import { ENVIRONMENTS } from "@/lib/environment";
import { RECIPIENT_WARNINGS } from "@/lib/payees/recipient-warnings";

/** Every row about the service belongs to one environment; nothing is ever joined across the two. */
export const environment = pgEnum("environment", ENVIRONMENTS);

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** As the API spells them: 1 is 普通 (ordinary), 2 is 当座 (current). */
export const accountType = pgEnum("account_type", ["1", "2"]);

export const recipientWarning = pgEnum("recipient_warning", RECIPIENT_WARNINGS);
