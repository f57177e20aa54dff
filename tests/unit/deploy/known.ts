import { expect } from "vitest";
import { isSecretFile } from "@/lib/env/secret-files";
import { PROGRAMS } from "@/scripts/lib/standalone.mjs";
import { settings } from "../../support/configuration";

const OF_SCRIPTS = ["MIGRATION_DATABASE_URL", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", "HOST", "PORT"];

/** Whether a setting of this name exists. */
export const isKnown = (name: string) =>
  settings.some((one) => one.name === name) ||
  name.startsWith("PAYMENTS_PRODUCTION_") ||
  OF_SCRIPTS.includes(name) ||
  isSecretFile(name);

/** `node bin/NAME.mjs` with options between. */
export function expectProgram(command: string[]) {
  expect(command[0]).toBe("node");
  expect(PROGRAMS.map((name) => `bin/${name}.mjs`)).toContain(command.at(-1));
}
