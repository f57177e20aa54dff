import { appendFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { movesMoney, ROLES } from "@/lib/auth/permissions";
import { openForRun } from "./console";
import { newKeys } from "./sandbox";
import { scratchFolder } from "./scratch";

/** People with these roles are let in only to set up a second factor, until they have one. */
const CONFINED_ROLES = ROLES.filter(movesMoney);
/** What sealed cookies before the last rotation. */
export const PREVIOUS_SECRET = "the secret before the last rotation";
/** The one of them that may do the most. */
export const CONFINED_ROLE = "admin";

/** A console for access-control tests: two environments, and no jobs that would change anything meanwhile. */
export default async function setUp() {
  const keys = newKeys();
  const folder = await scratchFolder();
  // Workers inherit the environment, and nothing else: what the console says is read by one of them.
  process.env.CONSOLE_LOG_FILE = join(folder, "console.log");
  const tearDown = await openForRun({
    onLine: (line) => appendFileSync(process.env.CONSOLE_LOG_FILE ?? "", `${line}\n`),
    others: [{ number: 10002, ...keys }],
    more: ({ baseUrl }) => ({
      JOBS: "off",
      AUTH_SECRET_PREVIOUS: PREVIOUS_SECRET,
      REQUIRE_SECOND_FACTOR_ROLES: CONFINED_ROLES.join(","),
      PAYMENTS_PRODUCTION_BASE_URL: baseUrl,
      PAYMENTS_PRODUCTION_API_KEY: keys.apiKey,
      PAYMENTS_PRODUCTION_SECRET_KEY: keys.secretKey,
    }),
  });
  return async () => {
    await tearDown();
    await rm(folder, { recursive: true });
  };
}
