import "server-only";
import { and, eq } from "drizzle-orm";
import { issuerAccounts, users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { ANONYMOUS } from "@/lib/auth/actor";
import { isPerson } from "@/lib/auth/permissions";
import { beginSession, type Deps, type From, type Opened, type PersonRow } from "@/lib/auth/sessions";
import { domainRefusal, type SsoClaims, type SsoRefusal } from "@/lib/auth/sso-claims";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { joinBySso } from "@/lib/team/accept-invitation";

type Attempt = From & { claims: SsoClaims; domains: readonly string[]; replaces: string | null };

/**
 * Opens a session by single sign-on. It replaces the password only: a second factor is still required, and only invited
 * users are accepted.
 *
 * @unguarded is the sign-in itself; the issuer authenticates the user
 */
export async function openSsoSession(deps: Deps, attempt: Attempt): Promise<Result<Opened, SsoRefusal>> {
  const { db, now } = deps;
  const { claims, address, userAgent, replaces } = attempt;
  return db.transaction(async (tx) => {
    const refusal = domainRefusal(claims, attempt.domains);
    const found = refusal ? err(refusal) : await userFor(tx, deps, claims);
    if (!found.ok) {
      const why = found.error.kind;
      const detail = { by: "issuer", why, address, userAgent };
      await record(
        tx,
        { actor: ANONYMOUS, environment: null, now },
        { action: "session.refused", subject: "unknown", detail },
      );
      return found;
    }
    const shown = { passwordAt: claims.at ?? now(), issuer: claims.issuer };
    return ok(await beginSession(tx, deps, found.value, { ...attempt, replaces, ...shown }));
  });
}

const turnedAway = (kind: SsoRefusal["kind"]) => err({ kind });

/** Whose account this is. Bound by its e-mail when it is first used, and by nothing but its subject from then on. */
async function userFor(tx: Tx, deps: Deps, claims: SsoClaims): Promise<Result<PersonRow, SsoRefusal>> {
  const { issuer, subject, email } = claims;
  const account = and(eq(issuerAccounts.issuer, issuer), eq(issuerAccounts.subject, subject));
  const [bound] = await tx.select().from(issuerAccounts).where(account);
  const whose = bound ? eq(users.id, bound.userId) : email !== null && eq(users.email, email);
  if (whose === false) return turnedAway("unverified");

  const [here] = await tx.select().from(users).where(whose).for("share");
  const user = here ?? (email === null || bound ? null : await joinBySso(tx, { ...claims, email, at: deps.now() }));
  if (!user || !isPerson(user)) return turnedAway("unknown");
  if (user.disabledAt !== null) return turnedAway("disabled");
  if (bound) return ok(user);

  const at = deps.now();
  const added = await tx
    .insert(issuerAccounts)
    .values({ issuer, subject, userId: user.id, at })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) {
    // The same account in two tabs, or an e-mail that the issuer has reassigned meanwhile.
    const [now] = await tx.select().from(issuerAccounts).where(account);
    return now?.userId === user.id ? ok(user) : turnedAway("other_account");
  }
  const who = { actor: { kind: "user" as const, ...user }, environment: null, now: deps.now };
  await record(tx, who, { action: "sso.linked", subject: user.id, detail: { issuer } });
  return ok(user);
}
