import { Client } from "pg";

/**
 * In most tests a payout is judged by its own amount, however many others a test requests: a trigger makes each request
 * a day older, so that it is in no sum of 24 hours. Tests of the sums themselves remove it.
 */
const TRIGGER = `
  create function make_older() returns trigger language plpgsql as
    'begin new.requested_at := new.requested_at - interval ''1 day''; return new; end';
  create trigger make_older before insert on withdrawals for each row execute function make_older()`;

export const countRequestsAlone = (databaseUrl: string) => run(databaseUrl, TRIGGER);

export const countRequestsBySums = (databaseUrl: string) => run(databaseUrl, "drop trigger make_older on withdrawals");

async function run(connectionString: string, statement: string) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
