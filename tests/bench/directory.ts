import zengin from "zengin-code";
import { bankDirectory } from "@/lib/japan/directory/load";
import { QUERIES } from "@/tests/unit/japan/directory/queries";
import { median } from "./figures";

/** How many times a plain look over all names a search may take that folds kana, romaji, old names and typos. */
const AIM = 10;
/** An upper limit at any ratio: a user types and waits. */
const AIM_MS = 5;
const ROUNDS = 5;
const TIMES = 20;

const directory = await bankDirectory();
const banks = Object.values(zengin);

/** The least that could do it: finds what is written exactly as the list has it, and nothing else. */
const plain = (typed: string) =>
  banks
    .filter(({ code, name, kana }) => code.startsWith(typed) || name.includes(typed) || kana.includes(typed))
    .slice(0, 20);

function milliseconds(search: (typed: string) => unknown): number {
  const begun = performance.now();
  for (let time = 0; time < TIMES; time++) for (const [typed] of QUERIES) search(typed);
  return (performance.now() - begun) / (TIMES * QUERIES.length);
}

const searches = { plain, directory: (typed: string) => directory.searchBanks(typed) };
milliseconds(searches.plain);
milliseconds(searches.directory);
const took = { plain: [] as number[], directory: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  took.plain.push(milliseconds(searches.plain));
  took.directory.push(milliseconds(searches.directory));
}

const spread = (values: number[]) =>
  `${median(values).toFixed(3)} ms (${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)})`;
const found = (search: (typed: string) => { code: string }[]) =>
  QUERIES.filter(([typed, code]) =>
    search(typed)
      .slice(0, 3)
      .some((bank) => bank.code === code),
  ).length;

const ratio = median(took.directory) / median(took.plain);
console.log(`\nBank directory: one search over ${banks.length} banks, median of five, ${QUERIES.length} queries`);
console.log(`a plain scan   ${spread(took.plain)}, finds ${found(plain)} of ${QUERIES.length}`);
console.log(`our search     ${spread(took.directory)}, finds ${found((typed) => directory.searchBanks(typed))}`);
console.log(
  `   ${ratio.toFixed(1)} × ${ratio <= AIM ? "✓" : "✗"}   aim ≤ ${AIM}; ${median(took.directory) <= AIM_MS ? "✓" : "✗"} ≤ ${AIM_MS} ms`,
);
