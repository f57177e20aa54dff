import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emails } from "@/drizzle/schema/team";
import type { Ctx } from "@/lib/auth/context";
import { createMailer } from "@/lib/email/smtp";
import { askForLink } from "@/lib/team/accept-invitation";
import { resendInvitation, withdrawInvitation } from "@/lib/team/commands";
import { recoverEmails, sendEmail, sendForgottenLink } from "@/lib/team/emails";
import { getTeam, getUser } from "@/lib/team/queries";
import { inviteUser, makePasswordLink } from "@/lib/team/user-changes";
import { openTestContext, type TestContext } from "../../support/context";
import { type Email, linkIn, said, startMailServer } from "../../support/mail-server";
import { depsOf, wait } from "../../support/sign-in";
import { acceptInvitation, auditEventsAbout } from "../../support/team";

let context: TestContext;
let admin: Ctx;
let job: Ctx;
let server: Awaited<ReturnType<typeof startMailServer>>;
let inbox: Email[];

beforeAll(async () => {
  server = await startMailServer();
  inbox = server.emails;
  const mail = createMailer({ url: server.url, from: "Choba <choba@test.example>", timeoutMs: 2_000 });
  context = await openTestContext(undefined, { mail });
  [admin, job] = [await context.as("admin"), await context.as("job")];
});
afterAll(async () => {
  await server.close();
  await context.close();
});
beforeEach(() => {
  inbox.length = 0;
  server.behaviour.answer = 250;
});

/** The jobs that wait, as they were enqueued; running them is the test's own. */
async function waiting(task: string) {
  const { rows } = await context.pool.query(
    `select payload from graphile_worker._private_jobs jobs
     join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where tasks.identifier = $1`,
    [task],
  );
  return rows.map(({ payload }) => payload);
}

const tokenFrom = (email: Email) => linkIn(email).split("/").at(-1) ?? "";
const held = () => context.db.select().from(emails);
const mailTo = async (to: string) => (await held()).find((mail) => mail.to === to && mail.nextTryAt !== null)!;
const invitationOf = async (q: string) => (await getTeam(admin, { show: "invited", q })).invitations[0]!;

describe("an invitation by mail", () => {
  test("is never displayed, arrives in both languages, and lets its reader in", async () => {
    const made = await inviteUser(admin, { email: "mio@test.example", role: "support" });
    expect(made).toEqual({ ok: true, value: { kind: "done", link: null } });
    const { id } = await mailTo("mio@test.example");
    expect(await waiting("send-email")).toContainEqual({ mailId: id });
    expect(await invitationOf("mio")).toMatchObject({ mail: { state: "waiting", failure: null } });

    await sendEmail(job, { mailId: id });
    expect(inbox).toHaveLength(1);
    expect(inbox[0]).toMatchObject({ to: ["mio@test.example"] });
    expect(inbox[0]!.text).toMatch(/From: Choba <choba@test\.example>/);
    expect(said(inbox[0]!)).toContain("within 72 hours");
    expect(await invitationOf("mio")).toMatchObject({ mail: { state: "sent", failure: null } });
    expect(await acceptInvitation(context, tokenFrom(inbox[0]!))).toMatchObject({ ok: true });

    await sendEmail(job, { mailId: id });
    expect(inbox).toHaveLength(1);
    const rows = await context.db.select().from(emails).where(eq(emails.id, id));
    expect(rows).toMatchObject([{ sealedLink: null, nextTryAt: null }]);
  });

  test("is tried again later where the server says so, and its failure is shown", async () => {
    await inviteUser(admin, { email: "busy@test.example", role: "support" });
    const { id } = await mailTo("busy@test.example");
    server.behaviour.answer = 451;
    await sendEmail(job, { mailId: id });
    const { mail } = await invitationOf("busy");
    expect(mail).toMatchObject({ state: "waiting", failure: "address_refused 451" });
    expect(Date.parse(mail?.nextTryAt ?? "") - context.clock.now.getTime()).toBe(60_000);
    server.behaviour.answer = 250;
    wait(context, 60);
    await sendEmail(job, { mailId: id });
    expect(await invitationOf("busy")).toMatchObject({ mail: { state: "sent", failure: null } });
  });

  test("is given up where the address is refused permanently, or after eight tries; it can be sent again", async () => {
    await inviteUser(admin, { email: "unknown@test.example", role: "support" });
    server.behaviour.answer = 550;
    await sendEmail(job, { mailId: (await mailTo("unknown@test.example")).id });
    const refused = await invitationOf("unknown");
    expect(refused).toMatchObject({ mail: { state: "given_up", failure: "address_refused 550", nextTryAt: null } });

    server.behaviour.answer = 451;
    expect(await resendInvitation(admin, { invitationId: refused.id })).toMatchObject({ ok: true });
    const { id } = await mailTo("unknown@test.example");
    for (let tries = 0; tries < 8; tries++) await sendEmail(job, { mailId: id });
    expect(await invitationOf("unknown")).toMatchObject({
      mail: { state: "given_up", failure: "address_refused 451" },
    });
    const rows = await context.db.select().from(emails).where(eq(emails.id, id));
    expect(rows).toMatchObject([{ tries: 8, sealedLink: null }]);
  });

  test("waits for a server that cannot be reached", async () => {
    await inviteUser(admin, { email: "away@test.example", role: "support" });
    const { id } = await mailTo("away@test.example");
    const nowhere = createMailer({ url: "smtp://127.0.0.1:1", from: "choba@test.example", timeoutMs: 500 });
    await sendEmail({ ...job, mail: nowhere }, { mailId: id });
    expect(await invitationOf("away")).toMatchObject({ mail: { state: "waiting", failure: "ESOCKET" } });
    await sendEmail({ ...job, mail: null }, { mailId: id });
    expect(await invitationOf("away")).toMatchObject({ mail: { state: "waiting" } });
  });

  test("does not leave once it was withdrawn, though its job was waiting", async () => {
    await inviteUser(admin, { email: "gone@test.example", role: "support" });
    const { id } = await mailTo("gone@test.example");
    await withdrawInvitation(admin, { invitationId: (await invitationOf("gone")).id });
    await sendEmail(job, { mailId: id });
    expect(inbox).toEqual([]);
  });

  test("whose job was lost with its process is sent by the recovery job", async () => {
    await inviteUser(admin, { email: "swept@test.example", role: "support" });
    const { id } = await mailTo("swept@test.example");
    await context.pool.query("delete from graphile_worker._private_jobs");
    await recoverEmails(job);
    expect(await waiting("send-email")).toEqual([]);
    wait(context, 121);
    await recoverEmails(job);
    expect(await waiting("send-email")).toContainEqual({ mailId: id });
  });
});

describe("a forgotten password", () => {
  const ask = (email: string, address = "192.0.2.1") => askForLink(depsOf(context), { email, address });
  async function heard() {
    const jobs = await waiting("send-reset-link");
    await context.pool.query("delete from graphile_worker._private_jobs");
    for (const payload of jobs) await sendForgottenLink(job, payload);
  }

  test("gets the same answer for every address, and only a known address gets an e-mail", async () => {
    const { actor } = await context.as("ops");
    expect(await ask("ops@test.example")).toEqual(await ask("unknown@test.example"));
    const queued = await waiting("send-reset-link");
    expect(queued).toHaveLength(2);
    expect(JSON.stringify(queued)).not.toContain("@");
    const before = (await held()).length;
    await heard();
    expect(await held()).toHaveLength(before + 1);
    await sendEmail(job, { mailId: (await mailTo("ops@test.example")).id });
    expect(said(inbox[0]!)).toContain("within an hour");
    expect(await getUser(admin, { userId: actor.id })).toMatchObject({ mail: { state: "sent" } });
    expect(await acceptInvitation(context, tokenFrom(inbox[0]!))).toMatchObject({ ok: true });
    expect((await auditEventsAbout(context, actor.id)).map(({ action }) => action)).toEqual([
      "user.added",
      "password.link_requested",
      "password.reset",
    ]);
  });

  test("is asked about three times an hour, and not more, for any address", async () => {
    for (const email of ["finance@test.example", "stranger@test.example"]) {
      for (let tries = 0; tries < 3; tries++) expect(await ask(email)).toMatchObject({ ok: true });
      expect(await ask(email)).toEqual({ ok: false, error: { kind: "too_many_tries" } });
    }
    wait(context, 3600);
    expect(await ask("finance@test.example")).toMatchObject({ ok: true });
  });

  test("of a disabled user leads nowhere", async () => {
    await heard();
    const { actor } = await context.as("finance");
    await context.pool.query("update users set disabled_at = now() where id = $1", [actor.id]);
    const before = (await held()).length;
    await ask("finance@test.example", "192.0.2.2");
    await heard();
    expect(await held()).toHaveLength(before);
  });

  test("may also be started by an admin; the e-mail goes to the user", async () => {
    const userId = (await context.as("viewer")).actor.id;
    expect(await makePasswordLink(admin, { userId })).toEqual({ ok: true, value: { kind: "done", link: null } });
    await sendEmail(job, { mailId: (await mailTo("viewer@test.example")).id });
    expect(inbox).toMatchObject([{ to: ["viewer@test.example"] }]);
  });
});
