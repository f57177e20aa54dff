import "server-only";
import { randomBytes } from "node:crypto";
import { type Db, db } from "@/lib/db/connection";
import { type InstanceState, instanceState } from "@/lib/db/instance-state";
import { readableDb } from "@/lib/db/replica";
import type { SendEmail } from "@/lib/email/email";
import { createMailer } from "@/lib/email/smtp";
import { env, type WebPush } from "@/lib/env";
import { ENVIRONMENTS, type Environment, isEnvironment } from "@/lib/environment";
import { createOutgoing } from "@/lib/outgoing/client";
import type { PostOutside } from "@/lib/outgoing/request";
import type { CheckLayout } from "@/lib/payees/account-check/layout";
import { createPaymentsApi, type PaymentsApi, withoutSending } from "@/lib/payments-api/client";
import { perProcess } from "@/lib/process/per-process";
import type { Reading } from "@/lib/transactions/non-creation/rules";
import type { Actor, User } from "./actor";
import { scopesCover } from "./api-scopes";
import { createVault, type Vault } from "./crypto";
import { may, type Permission, type Role } from "./permissions";

/** The dependencies of a use case. Time, randomness and the API client are injected, so that tests control them. */
export type Ctx = {
  actor: Actor;
  environment: Environment;
  db: Db;
  api: PaymentsApi;
  now: () => Date;
  /** A monotonic clock. It restarts with each process, and stops while the machine sleeps. */
  monotonic: () => Reading;
  /** Random bytes as lower-case hex. */
  random: (bytes: number) => string;
  /** The public origin of the console, also for callback addresses. */
  appUrl: string;
  /** Verifies callback signatures. */
  secretKey: string;
  /** The secret before the last rotation; verifies too. */
  secretKeyPrevious?: string;
  /** Sends e-mail; null without a mail server: links are then shown once on screen. */
  mail: SendEmail | null;
  /** Posts to addresses that people entered; never into a private network. */
  post: PostOutside;
  /** Keys for push services; null: nothing is pushed to devices. */
  webPush: WebPush | null;
  /** Hours after a payee's approval or change in which payouts to it need two approvals, at any amount. */
  payeeCoolingHours: number;
  /** Field positions in the 口座照会 files of the merchant's bank. */
  accountCheckLayout: CheckLayout;
  /** The merchant's own database, which the query of an admin reads; null: none. */
  ledgerDatabase: { url: string; statementSeconds: number } | null;
  /** Watches only (READ_ONLY): nothing is requested, and nothing is sent. */
  readOnly: boolean;
  /** With a production environment, changes of permissions need two users. */
  hasProduction: boolean;
  /** Users with one of these roles can only set up a second factor until they have one. */
  rolesWithSecondFactor: readonly Role[];
  /** Whether users sign in with passwords. If not, passwords are never asked for, set or changed. */
  passwordSignIn: boolean;
  /** The instance's own record of the database, stored outside it. */
  instance: InstanceState;
  /** Encrypts what a stolen copy of the database must not reveal. */
  vault: Vault;
};

export class Forbidden extends Error {
  override name = "Forbidden";
}

/**
 * The first statement of every use case.
 * @unguarded is the check itself
 */
export function requirePermission(ctx: Pick<Ctx, "actor">, permission: Permission): void {
  const { actor } = ctx;
  const who = actor.kind === "user" ? actor.role : actor.kind;
  const allowed = who !== "anonymous" && who !== "system" && may(who, permission);
  const isShutOut = actor.kind === "user" && actor.isConfined === true && permission !== "security:own";
  const isOutOfScope = actor.kind === "api_key" && !scopesCover(actor.scopes, permission);
  if (!allowed || isShutOut || isOutOfScope) throw new Forbidden(`${actor.kind} ${actor.id} may not ${permission}`);
}

/**
 * Refuses everything but a person, also a key with the permission.
 * @unguarded is a check itself
 */
export function requireUser(actor: Actor): asserts actor is User {
  if (actor.kind !== "user") throw new Forbidden(`${actor.kind} ${actor.id} is no user`);
}

/**
 * The id of the user who acts.
 * @unguarded is a check itself
 */
export function userIdOf({ actor }: Pick<Ctx, "actor">): string {
  requireUser(actor);
  return actor.id;
}

/** @unguarded names the configured environments; holds no data */
export const configuredEnvironments = (): Environment[] =>
  ENVIRONMENTS.filter((environment) => env().connections[environment] !== undefined);

/** @unguarded the name of the merchant that the console serves, where the settings say it; holds no data */
export const merchantName = (): string | null => env().merchantName;

/**
 * The environment shown by default: the first that is configured. At least one always is.
 * @unguarded names a configured environment; holds no data
 */
export const homeEnvironment = (): Environment => configuredEnvironments()[0] ?? ENVIRONMENTS[0];

/**
 * The ways to sign in: by password, and the name of the single sign-on issuer, if any.
 * @unguarded asked on the sign-in page, before anyone is signed in
 */
export function waysIn(): { password: boolean; issuer: string | null } {
  const { passwordSignIn, singleSignOn } = env();
  return { password: passwordSignIn, issuer: singleSignOn?.name ?? null };
}

const random = (bytes: number) => randomBytes(bytes).toString("hex");
const now = () => new Date();

/** One clock per process, as readings must be comparable. */
const monotonic = (): Reading => ({ process: perProcess("clock", () => random(16)), ms: performance.now() });

/**
 * What is needed where there is no actor yet: to sign in, to use a link, to show a key.
 * @unguarded names the database and the settings; holds no data
 */
export function signInDeps() {
  const { appUrl, authSecret, authSecretPrevious, passwordSignIn } = env();
  return { db: db(), now, appUrl, passwordSignIn, vault: createVault(authSecret, authSecretPrevious) };
}

/**
 * A context for this actor; null if the environment is not configured, or none.
 * @unguarded makes the context that later checks are made with
 */
export function contextFor(actor: Actor, environment: string): Ctx | null {
  if (!isEnvironment(environment)) return null;
  const { connections, rolesWithSecondFactor, smtp, accountCheckLayout, ledgerDatabase, readOnly, webPush } = env();
  const connection = connections[environment];
  if (!connection) return null;
  const api = createPaymentsApi({ ...connection, now, nonce: () => random(16) });
  const { secretKey, secretKeyPrevious, payeeCoolingHours } = connection;
  return {
    ...signInDeps(),
    ...{ actor, environment, monotonic, random, readOnly, webPush, ledgerDatabase, accountCheckLayout },
    ...{ rolesWithSecondFactor, secretKey, payeeCoolingHours },
    ...(secretKeyPrevious !== undefined && { secretKeyPrevious }),
    api: readOnly ? withoutSending(api) : api,
    db: readableDb(),
    mail: smtp && createMailer(smtp),
    post: createOutgoing(),
    instance: instanceState(),
    hasProduction: connections.production !== undefined,
  };
}
