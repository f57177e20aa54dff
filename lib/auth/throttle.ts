import "server-only";
import { lt, or, sql } from "drizzle-orm";
import { throttles } from "@/drizzle/schema/factors";
import type { Db } from "@/lib/db/connection";
import { undoing } from "@/lib/db/undo";
import type { Vault } from "./crypto";

type Deps = { db: Db; now: () => Date; vault: Vault };

/** A leaky bucket: its size, and how many tries it drains per hour. */
export type Bucket = { key: string; holds: number; perHour: number };

type Guess = { account: string; address: string | null; device: string | null };

/**
 * Limits of password attempts. A browser that this account has used has its own bucket, so that guessing cannot lock
 * the owner out. All others share the account's bucket, independent of their address.
 */
export function passwordBuckets({ account, address, device }: Guess): Bucket[] {
  if (device !== null) return [{ key: `password device ${device} ${account}`, holds: 10, perHour: 20 }];
  return [
    { key: `password account ${account}`, holds: 20, perHour: 10 },
    { key: `password address ${address}`, holds: 30, perHour: 120 },
    { key: `password pair ${account} ${address}`, holds: 5, perHour: 20 },
  ];
}

/** Limits of second-factor attempts after a correct password: three codes in a million are valid at a time. */
export function factorBuckets({ account, device }: Guess): Bucket[] {
  if (device !== null) return [{ key: `factor device ${device} ${account}`, holds: 10, perHour: 20 }];
  return [{ key: `factor account ${account}`, holds: 5, perHour: 10 }];
}

/**
 * Limits within a session, which may be stolen. Each proof gives a session a new id, so that its bucket is that of the
 * sign-in that began it: a known password must not empty it for guesses at the second factor.
 */
export const sessionBuckets = (account: string, signedInAt: Date | null): Bucket[] => [
  { key: `proof ${account} ${signedInAt?.toISOString()}`, holds: 5, perHour: 20 },
];

/** Most attempts of an attacker find a full bucket: one read refuses them, without a write. */
async function isAnyFull(db: Db, at: Date, buckets: Bucket[]): Promise<boolean> {
  const full = buckets.map(
    ({ key, holds, perHour }) => sql`(${throttles.key} = ${key} and ${drained(at, perHour)} + 1 > ${holds})`,
  );
  return (await db.$count(throttles, or(...full))) > 0;
}

/** Takes one attempt from each bucket before the password is checked, so that concurrent attempts count, too. */
export async function takeTry({ db, now, vault }: Deps, buckets: Bucket[]): Promise<boolean> {
  const at = now();
  const keyed = inOrder(buckets).map((bucket) => ({ ...bucket, key: vault.fingerprint(bucket.key) }));
  if (await isAnyFull(db, at, keyed)) return false;
  const isRefused = (isTaken: boolean) => !isTaken;
  return undoing(db, isRefused, async (tx) => {
    for (const { key, holds, perHour } of keyed) {
      const level = drained(at, perHour);
      const taken = await tx
        .insert(throttles)
        .values({ key, level: 1, at })
        .onConflictDoUpdate({
          target: throttles.key,
          set: { level: sql`${level} + 1`, at },
          setWhere: sql`${level} + 1 <= ${holds}`,
        })
        .returning({ key: throttles.key });
      if (taken.length === 0) return false;
    }
    return true;
  });
}

/** A successful attempt does not count. */
export async function giveTryBack({ db, now, vault }: Deps, buckets: Bucket[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { key } of inOrder(buckets)) {
      await tx
        .update(throttles)
        .set({ level: sql`greatest(0, ${throttles.level} - 1)` })
        .where(sql`${throttles.key} = ${vault.fingerprint(key)}`);
    }
  });
  // All buckets have drained by then.
  await db.delete(throttles).where(lt(throttles.at, new Date(now().getTime() - 48 * 3_600_000)));
}

/** Always in the same order, so that concurrent attempts cannot deadlock. */
const inOrder = (buckets: Bucket[]) => buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1));

const drained = (at: Date, perHour: number) =>
  sql`greatest(0, ${throttles.level} - greatest(0, extract(epoch from ${at.toISOString()}::timestamptz - ${throttles.at})) / 3600 * ${perHour}::float8)`;
