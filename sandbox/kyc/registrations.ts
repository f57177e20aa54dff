import type { Sql } from "../database";
import type { KycStatus } from "./provider-status";

export type Registration = {
  id: string;
  merchant: number;
  playerId: string;
  gateway: string;
  userName: string;
  currency: string;
  status: KycStatus;
  callbackUrl: string | null;
  createdAt: Date;
  updatedAt: Date;
  resultAt: Date | null;
  resultStatus: KycStatus | null;
};

const COLUMNS = `
  id, merchant, player_id as "playerId", gateway, user_name as "userName", currency, status,
  callback_url as "callbackUrl", created_at as "createdAt", updated_at as "updatedAt",
  result_at as "resultAt", result_status as "resultStatus"`;

export type NewRegistration = Omit<Registration, "id" | "status" | "updatedAt">;

export async function register(sql: Sql, wanted: NewRegistration): Promise<void> {
  const { merchant, playerId, gateway, userName, currency, callbackUrl, createdAt, resultAt, resultStatus } = wanted;
  await sql.query(
    `insert into kyc_registrations
       (merchant, player_id, gateway, user_name, currency, callback_url, created_at, updated_at, result_at, result_status)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
    [merchant, playerId, gateway, userName, currency, callbackUrl, createdAt, resultAt, resultStatus],
  );
}

const find = async (sql: Sql, which: string, values: unknown[] = []) =>
  (await sql.query<Registration>(`select ${COLUMNS} from kyc_registrations ${which}`, values)).rows;

/** A player's newest registration is the one that counts. */
export async function latestRegistration(sql: Sql, merchant: number, playerId: string, gateway?: string) {
  const which = "where merchant = $1 and player_id = $2 and gateway = coalesce($3, gateway) order by id desc limit 1";
  const [latest] = await find(sql, which, [merchant, playerId, gateway ?? null]);
  return latest;
}

export async function registrationById(sql: Sql, id: string): Promise<Registration | undefined> {
  const [found] = await find(sql, "where id::text = $1", [id]);
  return found;
}

export const dueRegistrations = (sql: Sql): Promise<Registration[]> =>
  find(sql, "where result_at <= now() order by result_at limit 100");

export const latestRegistrations = (sql: Sql, limit: number): Promise<Registration[]> =>
  find(sql, "order by id desc limit $1", [limit]);

/** `onlyScheduled`: only while a result is scheduled; any result ends that. */
export type Result = { id: string; to: KycStatus; now: Date; onlyScheduled?: boolean };

/** Sets a result, unless the registration already has a final one: then this returns nothing. */
export async function setResult(sql: Sql, { id, to, now, onlyScheduled = false }: Result) {
  const { rows } = await sql.query<Registration>(
    `update kyc_registrations set status = $2, updated_at = $3, result_at = null, result_status = null
     where id = $1 and (status = 'PENDING' or (status = 'REGISTERED' and $2 = 'EXPIRED'))
       and (result_at is not null or not $4)
     returning ${COLUMNS}`,
    [id, to, now, onlyScheduled],
  );
  return rows[0];
}
