import "server-only";
import { keyOf, type NotAuthenticated } from "@/lib/api-keys/authenticate";
import type { ApiKey } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import type { Vault } from "@/lib/auth/crypto";
import { takeTry } from "@/lib/auth/throttle";
import type { Db } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";
import { err, ok, type Result } from "@/lib/result";
import type { ApiProblem } from "./problem";

/** `contextOf`: null where the environment is not configured. `address`: where the request comes from. */
export type ApiDeps = {
  db: Db;
  now: () => Date;
  vault: Vault;
  address: string | null;
  requestId: string | null;
  contextOf: (actor: ApiKey, environment: Environment) => Ctx | null;
};

/** Requests of one key: ten a second, in bursts of up to three hundred. */
const bucketOf = (keyId: string) => ({ key: `api key ${keyId}`, holds: 300, perHour: 36_000 });

const CODES = {
  unknown_key: "unauthenticated",
  revoked_key: "revoked_key",
  expired_key: "expired_key",
  wrong_address: "wrong_address",
} as const satisfies Record<NotAuthenticated["kind"], ApiProblem["code"]>;

/**
 * Whose request this is: the context of its key, or why there is none.
 * @unguarded decides who the actor is, so no actor exists yet
 */
export async function authenticate(deps: ApiDeps, request: Request): Promise<Result<Ctx, ApiProblem>> {
  const [, secret] = /^Bearer ([\x21-\x7e]{1,200})$/.exec(request.headers.get("authorization") ?? "") ?? [];
  if (secret === undefined) return err({ code: "unauthenticated" });
  const known = await keyOf(deps, { secret, address: deps.address });
  if (!known.ok) {
    log.warn({ refused: known.error.kind, address: deps.address }, "api: a key was refused");
    return err({ code: CODES[known.error.kind] });
  }
  const { actor, environment } = known.value;
  if (!(await takeTry(deps, [bucketOf(actor.id)]))) return err({ code: "too_many_requests" });
  const ctx = deps.contextOf(actor, environment);
  return ctx ? ok(ctx) : err({ code: "unauthenticated", detail: "The key's environment is not configured." });
}
