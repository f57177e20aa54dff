import { readEnv, SettingsError, settingsWarnings } from "@/lib/env";

/** Says, before anything is built or started, what the console would refuse to start with. */
try {
  readEnv(process.env);
  for (const warning of settingsWarnings()) console.warn(warning);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
