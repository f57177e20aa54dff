import { z } from "zod";

/** The announced changes of the interface, each of which a merchant can have already. */
export const ANNOUNCED = [
  "signedCallbacks",
  "callbackRetries",
  "unprefixedPlayerIds",
  "neutralValues",
  "optionalGateway",
  "noProviderOrderId",
  "badSignature401",
] as const;
export type Announced = Record<(typeof ANNOUNCED)[number], boolean>;

const every = (on: boolean) => Object.fromEntries(ANNOUNCED.map((name) => [name, on])) as Announced;

/** `"all"`, `"none"`, or the switches to set: those that are not named stay as they are. */
export const announcedChange = z.union([
  z.enum(["all", "none"]).transform((given) => every(given === "all")),
  z.partialRecord(z.enum(ANNOUNCED), z.boolean()),
]);

/** The same where nothing was set before: switches that are not named are off. */
export const announced = announcedChange.transform((given): Announced => ({ ...every(false), ...given }));
