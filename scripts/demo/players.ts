import { BANKS, THAI_BANKS } from "./banks";
import { FAMILY_NAMES, GIVEN_NAMES, THAI_NAMES } from "./names";
import { type Random, randomFrom } from "./random";

export type Currency = "JPY" | "THB" | "USDT";

/** As `withdrawals` names its columns. */
export type Recipient = {
  destination: string;
  destinationName: string;
  destinationBranchCode?: string;
  destinationBranchName?: string;
  destinationAccount: string;
  destinationAccountName: string;
  destinationAccountType?: "1" | "2";
};

export type Player = {
  id: string;
  name: string;
  currency: Currency;
  recipient: Recipient;
  /** How often they play, against others. */
  weight: number;
  /** Whether the service knows them before the history begins. */
  isOld: boolean;
};

const COUNT: Record<Currency, number> = { JPY: 190, THB: 36, USDT: 18 };

export function makePlayers(seed: string): [Player, ...Player[]] {
  const random = randomFrom(`${seed} players`);
  const names = new Set<string>();
  const ids = new Set<string>();
  const players = (Object.keys(COUNT) as Currency[]).flatMap((currency) =>
    Array.from({ length: COUNT[currency] }, () => makePlayer(random, currency, { names, ids })),
  );
  return players as [Player, ...Player[]];
}

function makePlayer(random: Random, currency: Currency, used: { names: Set<string>; ids: Set<string> }): Player {
  const isThai = currency === "THB" || (currency === "USDT" && random.chance(0.5));
  const name = isThai ? random.pick(THAI_NAMES) : unused(used.names, () => japaneseName(random));
  const weight = Math.exp(random.normal() * 0.9);
  const id = unused(used.ids, () => `p-${random.int(17_000, 22_999)}`);
  return { id, name, currency, weight, isOld: random.chance(0.65), recipient: recipientOf(random, currency, name) };
}

const japaneseName = (random: Random) => `${random.pick(FAMILY_NAMES)}　${random.pick(GIVEN_NAMES)}`;

function unused(used: Set<string>, make: () => string): string {
  for (;;) {
    const made = make();
    if (used.has(made)) continue;
    used.add(made);
    return made;
  }
}

function recipientOf(random: Random, currency: Currency, name: string): Recipient {
  switch (currency) {
    case "JPY":
      return japaneseAccount(random, name);
    case "THB": {
      const [code, bank] = random.pick<readonly [string, string]>(THAI_BANKS);
      const destinationAccount = `${random.int(1, 8)}${random.digits(9)}`;
      return { destination: code, destinationName: bank, destinationAccount, destinationAccountName: name };
    }
    case "USDT": {
      const wallet = `T${Array.from({ length: 33 }, () => random.pick(BASE58)).join("")}`;
      return {
        destination: "TRON",
        destinationName: "TRON (TRC-20)",
        destinationAccount: wallet,
        destinationAccountName: name,
      };
    }
  }
}

const BASE58 = [..."123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"] as [string, ...string[]];

/** A fictitious number. None begins with 9: those are the sandbox's own. */
function japaneseAccount(random: Random, holder: string): Recipient {
  const bank = random.weighted(BANKS, ({ weight }) => weight);
  const [code, branch] = random.pick(bank.branches);
  return {
    destination: bank.code,
    destinationName: bank.name,
    destinationBranchCode: code,
    destinationBranchName: branch,
    destinationAccount: `${random.int(0, 8)}${random.digits(6)}`,
    destinationAccountName: holder,
    destinationAccountType: "1",
  };
}
