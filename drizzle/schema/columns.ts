import { customType, pgEnum } from "drizzle-orm/pg-core";
import { ENVIRONMENTS } from "@/lib/environment";

/** Every row about the service belongs to one environment; nothing is ever joined across the two. */
export const environment = pgEnum("environment", ENVIRONMENTS);

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
