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

/** `"all"`, `"none"`, or the switches that are on. */
export const announced = z
  .union([z.enum(["all", "none"]), z.partialRecord(z.enum(ANNOUNCED), z.boolean())])
  .transform(
    (given): Announced => (typeof given === "string" ? every(given === "all") : { ...every(false), ...given }),
  );

/** The same for a change of what is on now: switches that are not named stay as they are. */
export const announcedChange = z.union([
  z.enum(["all", "none"]).transform((given) => every(given === "all")),
  z.partialRecord(z.enum(ANNOUNCED), z.boolean()),
]);
