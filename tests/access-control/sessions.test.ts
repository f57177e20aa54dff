import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt } from "@/lib/auth/totp";
import { PREVIOUS_SECRET } from "../support/access-control";
import { request } from "../support/http";
import { testContext } from "../support/test-context";
import { type Database, type Member, openDatabase, PASSWORD } from "./callers";
import { browserAt, cookieOfJar, type Jar } from "./sign-in";

/** What a thief tries with cookies and codes. */
const { opens, prove, signIn, signOut } = browserAt();
let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const jarOf = ({ cookie }: { cookie: string }): Jar => ({ "choba.session": cookie.replace(/^[^=]+=/, "") });
const typed = ({ email }: Member) => ({ email, password: PASSWORD });
const code = (app: string) => ({ by: "code", code: codeAt(app, new Date()) });

describe("a session", () => {
  test("that was planted before signing in is not taken over, and ends", async () => {
    const thief = await database.member("support");
    const victim = await database.member("finance");
    const planted = jarOf(thief);
    const { jar, isIn } = await signIn(typed(victim), planted);
    expect([isIn, await opens(jar), await opens(planted)]).toEqual([true, true, false]);

    // One that was never given out is not made true by it, either.
    const invented = { "choba.session": "invented" };
    const second = await signIn(typed(victim), invented);
    expect([second.isIn, await opens(invented)]).toEqual([true, false]);
  });

  test("goes on after a rotation of the secret, and not with a cookie that a third secret sealed", async () => {
    const { userId } = await database.member("finance");
    const sealedWith = async (secret: string) =>
      opens(jarOf({ cookie: await database.session(userId, { sealedWith: secret }) }));
    expect([await sealedWith(PREVIOUS_SECRET), await sealedWith(`${PREVIOUS_SECRET}!`)]).toEqual([true, false]);
  });

  test("that was signed out opens nothing any more, with however old a copy of its cookie", async () => {
    const { jar } = await signIn(typed(await database.member("finance")));
    const stolen = { ...jar };
    expect(await opens(stolen)).toBe(true);
    await signOut(jar);
    expect(await opens(stolen)).toBe(false);
    // Nor does next-auth make a new one of it.
    const answer = await request("/api/auth/session", { headers: { cookie: cookieOfJar(stolen) } });
    const renewed = /choba\.session=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
    expect(await opens({ "choba.session": renewed ?? "none" })).toBe(false);
  });

  test("goes on under a new id when something was proven, and the old one opens nothing", async () => {
    const user = await database.member("approver");
    const app = await database.withApp(user);
    const half = await signIn(typed(user));
    expect([half.isIn, await opens(half.jar)]).toEqual([true, false]);
    const whole = await prove(code(app), half.jar);
    expect([whole.isIn, await opens(whole.jar), await opens(half.jar)]).toEqual([true, true, false]);
    const again = await prove({ by: "password", password: PASSWORD }, whole.jar);
    expect([again.isIn, await opens(again.jar), await opens(whole.jar)]).toEqual([true, true, false]);
  });

  test("that has ended proves nothing, and is called that: not a wrong proof", async () => {
    const user = await database.member("finance");
    const revoked = jarOf({ cookie: await database.session(user.userId, { revoked: true }) });
    const errorOf = async (jar: Jar, password = PASSWORD) => {
      const { isIn, to } = await prove({ by: "password", password }, jar);
      return [isIn, new URL(to).searchParams.get("error")];
    };
    expect(await errorOf(revoked)).toEqual([false, "signed_out"]);
    expect(await errorOf({})).toEqual([false, "signed_out"]);
    expect(await errorOf(jarOf(user), "not it")).toEqual([false, "CredentialsSignin"]);
  });

  test("is never shown: the browser sees that it exists, and no more", async () => {
    const { cookie, email } = await database.member("admin");
    const answer = await request("/api/auth/session", { headers: { cookie } });
    expect(Object.keys((await answer.json()) as object)).toEqual(["expires"]);
    const page = await (await request("/sandbox", { headers: { cookie } })).text();
    expect(page).not.toContain(cookie.split("=")[1]!.slice(0, 40));
    expect((await (await request("/api/auth/providers")).text()).includes(email)).toBe(false);
  });

  test("cookie is not for scripts, not for other sites, and for this console alone", async () => {
    const user = await database.member("finance");
    const held = await request("/api/auth/csrf");
    const cookies = held.headers.getSetCookie();
    const { jar } = await signIn(typed(user));
    expect(jar["choba.device"]).toBeDefined();
    expect(cookies.length).toBeGreaterThan(0);
    for (const line of cookies) expect(line).toMatch(/; Path=\/;.* HttpOnly; SameSite=Strict/);
  });
});

describe("signing in", () => {
  test("cannot be done by a page of another site: without our token no caller is signed in", async () => {
    const user = await database.member("finance");
    const fields = { ...typed(user), json: "true" };
    for (const csrfToken of [undefined, "", "0".repeat(64)]) {
      const answer = await request("/api/auth/callback/credentials", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
        body: new URLSearchParams({ ...fields, ...(csrfToken !== undefined && { csrfToken }) }).toString(),
      });
      expect(answer.headers.get("set-cookie") ?? "").not.toContain("choba.session=ey");
    }
  });

  test("out cannot either: a link does nothing, and a form without our token neither", async () => {
    const { jar } = await signIn(typed(await database.member("finance")));
    const cookie = cookieOfJar({ "choba.session": jar["choba.session"]! });
    await request("/api/auth/signout", { headers: { cookie } });
    await request("/api/auth/signout", {
      method: "POST",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: "csrfToken=none&json=true",
    });
    expect(await opens(jar)).toBe(true);
  });

  test("redirects only to the console's own pages", async () => {
    const user = await database.member("finance");
    for (const to of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
      const led = await signIn({ ...typed(user), ...{ callbackUrl: to } });
      expect([to, new URL(led.to, testContext().url).origin]).toEqual([to, testContext().url]);
      for (const path of ["signin", "signout", "error"]) {
        const headers = { cookie: user.cookie };
        const answer = await request(`/api/auth/${path}?callbackUrl=${encodeURIComponent(to)}`, { headers });
        const where = answer.headers.get("location");
        if (where !== null)
          expect([to, path, new URL(where, testContext().url).origin]).toEqual([to, path, testContext().url]);
      }
      const step = await request(`/sign-in/second-step?return=${encodeURIComponent(to)}`, {
        headers: { cookie: user.cookie },
      });
      expect([to, new URL(step.headers.get("location") ?? "", testContext().url).origin]).toEqual([
        to,
        testContext().url,
      ]);
    }
  });

  test("with more than a form can hold is refused unread", async () => {
    const body = new URLSearchParams({ email: "x".repeat(10 * 1024 * 1024) }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await request("/api/auth/callback/credentials", { method: "POST", headers, body });
    expect(answer.status).toBe(413);
  });

  test("is recorded with its address, which the caller cannot forge", async () => {
    const user = await database.member("finance");
    const lies = { "x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9", forwarded: "for=203.0.113.9" };
    await signIn(typed(user), {}, lies);
    await signIn({ ...typed(user), password: "not it" }, {}, lies);
    const sessions = await database.query<{ address: string }>(
      "select address from sessions where user_id = $1 and address is not null",
      [user.userId],
    );
    expect(sessions).toEqual([{ address: "127.0.0.1" }]);
    const lines = await database.query<{ address: string }>(
      "select detail->>'address' as address from audit_events where subject = $1",
      [user.userId],
    );
    expect(lines).toEqual([{ address: "127.0.0.1" }, { address: "127.0.0.1" }]);
  });
});

describe("a code of the app", () => {
  test("lets one in once: not again, not in another session, and not in four at the same moment", async () => {
    const user = await database.member("approver");
    const app = await database.withApp(user);
    const halves = [];
    for (let half = 0; half < 4; half += 1) halves.push((await signIn(typed(user))).jar);
    const shown = code(app);
    const came = await Promise.all(halves.map((jar) => prove(shown, jar)));
    expect(came.filter(({ isIn }) => isIn)).toHaveLength(1);
    const later = await signIn(typed(user));
    expect((await prove(shown, later.jar)).isIn).toBe(false);
    expect(await opens(later.jar)).toBe(false);
  });

  test("is of no use to another user", async () => {
    const [owner, other] = [await database.member("approver"), await database.member("approver")];
    const app = await database.withApp(owner);
    await database.withApp(other);
    const half = await signIn(typed(other));
    expect((await prove(code(app), half.jar)).isIn).toBe(false);
  });

  test("is of no use without the password", async () => {
    const user = await database.member("approver");
    const app = await database.withApp(user);
    expect((await prove(code(app), {})).isIn).toBe(false);
    expect((await prove(code(app), { "choba.session": "invented" })).isIn).toBe(false);
  });
});
