import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { Client } from "pg";
import { runChild } from "@/scripts/lib/child-processes.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { bundled } from "./bundle";
import { testContext } from "./test-context";

export type NewUser = { email: string; password: string };

/** A user for one test alone, so that its second factor affects no other test. */
export async function createNewUser(role: string): Promise<NewUser> {
  const id = randomBytes(5).toString("hex");
  const made = { email: `${role}-${id}@demo.example`, password: randomBytes(12).toString("base64url") };
  const who = ["--email", made.email, "--name", `New ${role}`, "--role", role];
  await runChild("the user was not added", "node", [await bundled("scripts/user-create.ts"), ...who], {
    env: { ...bareSettings(), DATABASE_URL: testContext().databaseUrl },
    input: made.password,
  });
  return made;
}

/** The first step, on the sign-in page. */
export async function typePassword(page: Page, { email, password }: NewUser) {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function signInWithPassword(page: Page, person: NewUser) {
  await typePassword(page, person);
  await expect(page).toHaveURL(/\/sandbox$/);
}

/** As if another device had signed them out everywhere. */
export async function endSessions({ email }: NewUser) {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query("update sessions set revoked_at = now() where user_id = (select id from users where email = $1)", [
    email,
  ]);
  await client.end();
}

/** As if ten minutes had gone by: what was shown is stale, and the app's next code may be used. */
export async function expireStepUp({ email }: NewUser) {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  const theirs = "user_id = (select id from users where email = $1)";
  await client.query(`update totps set last_step = last_step - 20 where ${theirs}`, [email]);
  await client.query(
    `update sessions set factor_at = factor_at - interval '10 min', password_at = password_at - interval '10 min'
     where ${theirs}`,
    [email],
  );
  await client.end();
}
