import { parseArgs } from "node:util";
import { z } from "zod";
import { CHAINS } from "@/lib/audit/chain";
import { type KeptHead, verifyEveryChain } from "@/lib/audit/verify";
import { connect, openPool } from "@/lib/db/connection";

/**
 * npm run audit:verify: checks every chain of the audit log and prints its head. A head that was written down earlier
 * (`--head sandbox:120:9f…`) is looked for as well, which shows that nothing was cut off from the end.
 */
const { values } = parseArgs({ options: { head: { type: "string", multiple: true, default: [] } } });
const keptHead = z.string().transform((text, problems): KeptHead => {
  const [, chain, position, head = ""] = /^([a-z]+):(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  const named = z.enum(CHAINS).safeParse(chain);
  if (named.success) return { chain: named.data, position: Number(position), head };
  problems.addIssue("no head");
  return z.NEVER;
});
const kept = z.array(keptHead).safeParse(values.head);
const databaseUrl = process.env.DATABASE_URL;
if (!kept.success || !databaseUrl) {
  console.error("usage: DATABASE_URL=… npm run audit:verify -- [--head CHAIN:POSITION:HASH]…");
  process.exit(2);
}

const pool = openPool(databaseUrl);
for (const { chain, links, head, broken } of await verifyEveryChain(connect(pool), kept.data)) {
  if (broken) {
    const line = broken.eventId === null ? "" : `, line ${broken.eventId}`;
    console.error(`${chain}: BROKEN at link ${broken.position}${line}: ${broken.how}. ${links} links before it hold.`);
    process.exitCode = 1;
  } else {
    console.log(`${chain}: ${links} links hold${links === 0 ? "" : `, head ${chain}:${links}:${head}`}`);
  }
}
await pool.end();
