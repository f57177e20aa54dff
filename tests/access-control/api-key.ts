import { randomBytes, randomUUID } from "node:crypto";
import { hashOfSecret, prefixOf, secretOf } from "@/lib/api-keys/secret";
import { API_SCOPES, type ApiScope } from "@/lib/auth/api-scopes";
import type { Environment } from "@/lib/environment";
import type { Database } from "./callers";

export type KeyState = {
  by: string;
  environment?: Environment;
  scopes?: readonly ApiScope[];
  expired?: boolean;
  revoked?: boolean;
  networks?: string[];
};

/** A key in this state, made in the database; resolves to its secret. */
export async function apiKey(database: Database, state: KeyState): Promise<string> {
  const { by, environment = "sandbox", scopes = API_SCOPES, networks = [] } = state;
  const secret = secretOf(environment, randomBytes(32).toString("hex"));
  const lists = [`{${scopes.map((scope) => `"${scope}"`).join(",")}}`, `{${networks.join(",")}}`];
  await database.query(
    `with key as (
       insert into users (id, email, name, role, password_hash)
       values ($1::uuid, $10, 'Matrix (API)', 'api_key', '') returning id
     )
     insert into api_keys (id, environment, name, prefix, secret_hash, scopes, networks, limits, expires_at, created_by,
       holders, created_at, revoked_by, revoked_at)
     select id, $2::environment, 'Matrix', $3, $4, $5::api_scope[], $6::text[], '[{"currency":"JPY","amount":"90000000"}]',
       case when $7::boolean then now() end, $8::uuid, array[$8::uuid], now(), case when $9::boolean then $8::uuid end,
       case when $9::boolean then now() end from key`,
    [
      ...[randomUUID(), environment, prefixOf(environment, secret), hashOfSecret(secret), ...lists],
      ...[state.expired === true, by, state.revoked === true, `${randomUUID()}@api-key.invalid`],
    ],
  );
  return secret;
}
