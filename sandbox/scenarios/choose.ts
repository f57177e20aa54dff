import { ANSWERS } from "./answers";
import { CALLBACKS } from "./callbacks";
import { ENDINGS } from "./endings";
import type { Scenario } from "./scenario";

export const SCENARIOS: Readonly<Record<string, Scenario>> = { ...ENDINGS, ...ANSWERS, ...CALLBACKS };

const BY_ACCOUNT = new Map(Object.values(SCENARIOS).map((scenario) => [scenario.account, scenario]));

/** By a reference that ends in `--name`, or else by an account number. */
export function scenarioOf(referenceId: string | undefined, account: string | undefined): Scenario | undefined {
  const name = /--([a-z0-9-]+)$/.exec(referenceId ?? "")?.[1];
  if (name !== undefined && Object.hasOwn(SCENARIOS, name)) return SCENARIOS[name];
  return account === undefined ? undefined : BY_ACCOUNT.get(account);
}
