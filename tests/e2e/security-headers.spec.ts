import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { z } from "zod";
import { TOAST_STYLES } from "@/lib/http/toast-styles";
import type { WithdrawalForm } from "@/lib/withdrawals/schema";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { atDatabase } from "../support/at-database";
import { typedForm } from "../support/forms";
import { act } from "../support/http";
import { HttpBrowser } from "../support/http-browser";
import { openConsole } from "../support/open-console";
import { shareWithWorkers, type TestContext, testContext } from "../support/test-context";
import { PAGES } from "./pages";

/** The public origin; the proxy that ends TLS is not part of these tests, which call the console behind it. */
const PUBLIC = "https://console.test";
const CONTACT = "mailto:security@console.test";

/** A console over https, and everything that it has said. */
type Own = TestContext & { said: string[] };

const test = base.extend<object, { own: Own }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const said: string[] = [];
      const { context, close } = await openConsole({
        appUrl: PUBLIC,
        more: () => ({ SECURITY_CONTACT: CONTACT }),
        onLine: (line) => void said.push(line),
      });
      shareWithWorkers(context);
      await use({ ...context, said });
      await close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const csrf = z.object({ csrfToken: z.string() });

/** A signed-in browser, with every cookie that it was given on the way, as it was written. */
async function signedIn({ url, users }: TestContext, role = "admin") {
  const browser = new HttpBrowser(url);
  const user = users.find((one) => one.role === role);
  const held = await browser.send(`${url}/api/auth/csrf`);
  const { csrfToken } = csrf.parse(await held.json());
  const typed = { email: user?.email ?? "", password: user?.password ?? "", csrfToken, json: "true" };
  const body = new URLSearchParams({ ...typed, callbackUrl: "https://evil.example/" }).toString();
  const answer = await browser.send(`${url}/api/auth/callback/credentials`, { method: "POST", headers: FORM, body });
  return { browser, cookies: [held, answer].flatMap((one) => one.headers.getSetCookie()), csrfToken };
}

const CHUNKS = readdirSync(join(ROOT, ".next/static"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
  .map(({ parentPath, name }) => `/_next${join(parentPath, name).slice(join(ROOT, ".next").length)}`);

const PUBLIC_FILES = readdirSync(join(ROOT, "public")).map((name) => `/${name}`);

test("icon, manifest, service worker and robots.txt are served without a session, and the sign-in page links to them", async ({
  own,
}) => {
  const stranger = new HttpBrowser(own.url);
  expect(PUBLIC_FILES.length).toBe(5);
  for (const path of PUBLIC_FILES) expect([path, (await stranger.send(own.url + path)).status]).toEqual([path, 200]);
  expect(await (await stranger.send(`${own.url}/robots.txt`)).text()).toBe("User-agent: *\nDisallow: /\n");

  const page = await (await stranger.send(`${own.url}/sign-in`)).text();
  for (const path of ["/icon.svg", "/manifest.webmanifest"]) expect(page).toContain(`href="${path}"`);
  const manifest = await (await stranger.send(`${own.url}/manifest.webmanifest`)).text();
  const { icons } = z.object({ icons: z.array(z.object({ src: z.string() })) }).parse(JSON.parse(manifest));
  for (const { src } of icons) expect(PUBLIC_FILES).toContain(src);
});

test("every response has its security headers, from every source", async ({ own }) => {
  const { browser } = await signedIn(own);
  const signedInPaths = ["/sandbox", "/sandbox/nowhere", "/api/sandbox/balances", "/api/auth/csrf"];
  const answers = [
    ...signedInPaths.map((path) => ({ path, who: browser })),
    ...["/", "/sign-in", "/sandbox", "/nowhere", "/api/health", "/api/nowhere", "/api/sandbox/balances"].map(
      (path) => ({ path, who: new HttpBrowser(own.url) }),
    ),
    { path: "/sign-in/link/none", who: new HttpBrowser(own.url) },
    ...[...PUBLIC_FILES, "/%E0%A4%A", CHUNKS[0] ?? ""].map((path) => ({ path, who: new HttpBrowser(own.url) })),
    { path: "/api/callbacks/sandbox/unknown", who: new HttpBrowser(own.url), method: "POST" },
  ];
  for (const { path, who, ...init } of answers) {
    const { headers, status } = await who.send(own.url + path, init);
    const said = (name: string) => headers.get(name) ?? `${path} (${status}) says nothing of ${name}`;
    expect(said("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    expect(said("x-content-type-options")).toBe("nosniff");
    expect(said("x-frame-options")).toBe("DENY");
    expect(said("referrer-policy")).toBe(path.startsWith("/sign-in/link/") ? "no-referrer" : "same-origin");
    expect(said("cross-origin-opener-policy")).toBe("same-origin");
    expect(said("cross-origin-resource-policy")).toBe("same-origin");
    expect(said("permissions-policy")).toContain("camera=()");
    for (const name of ["x-powered-by", "server", "access-control-allow-origin"]) expect(headers.get(name)).toBeNull();
    if (path.startsWith("/api/")) {
      expect(said("content-security-policy")).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
      expect(said("cache-control")).toMatch(/^private, .*no-store/);
    }
  }
});

test("a page runs no script but those of its own response, and cannot be framed", async ({ own }) => {
  const { browser } = await signedIn(own);
  const nonces = new Set<string>();
  for (const path of ["/sign-in", ...PAGES.map((page) => `/sandbox${page}`)]) {
    const answer = await browser.send(own.url + path);
    expect([path, answer.status]).toEqual([path, 200]);
    const policy = new Map(
      (answer.headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources.join(" ")];
      }),
    );
    const nonce = /'nonce-([^']+)'/.exec(policy.get("script-src") ?? "")?.[1] ?? "";
    expect(Buffer.from(nonce, "base64")).toHaveLength(16);
    expect(nonces.has(nonce)).toBe(false);
    nonces.add(nonce);
    expect(Object.fromEntries(policy)).toEqual({
      "default-src": "'self'",
      "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'`,
      "style-src": `'self' 'nonce-${nonce}' ${TOAST_STYLES}`,
      "style-src-attr": "'unsafe-inline'",
      "img-src": "'self' data:",
      "worker-src": "'self'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
      "upgrade-insecure-requests": "",
    });
    const page = await answer.text();
    const scripts = page.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    // The stylesheet, once and in the page: a slow line has one thing less to wait for.
    expect(page.match(/<style\b[^>]*>/g)).toEqual([`<style nonce="${nonce}">`]);
    expect(page).not.toContain('rel="stylesheet"');
    // An attribute that runs: none is ever written.
    expect(page).not.toMatch(/<[a-z][^>]*\son[a-z]+=/i);
    expect(answer.headers.get("cache-control")).toMatch(/\bno-store\b/);
  }
  const missing = await browser.send(`${own.url}/nowhere`);
  expect(missing.status).toBe(404);
  expect((await missing.text()).match(/<style\b/g)).toHaveLength(1);
});

test("every cookie of ours is bound to this host, over https, out of reach of scripts and of other sites", async ({
  own,
}) => {
  const { browser, cookies, csrfToken } = await signedIn(own);
  const body = new URLSearchParams({ csrfToken, json: "true" }).toString();
  const over = await browser.send(`${own.url}/api/auth/signout`, { method: "POST", headers: FORM, body });
  const all = [...cookies, ...over.headers.getSetCookie()];
  const names = new Set(all.map((cookie) => cookie.split("=")[0]));
  expect(names).toEqual(
    new Set(["__Host-choba.csrf", "__Host-choba.return", "__Host-choba.session", "__Host-choba.device"]),
  );
  for (const cookie of all) {
    const attributes = cookie.toLowerCase().split("; ").slice(1);
    expect(attributes).toEqual(expect.arrayContaining(["path=/", "secure", "httponly", "samesite=strict"]));
    expect(attributes.filter((one) => one.startsWith("domain"))).toEqual([]);
  }
});

test("nothing in an address leads anywhere else", async ({ own }) => {
  const { browser, csrfToken } = await signedIn(own);
  const stranger = new HttpBrowser(own.url);
  const TARGETS = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "/%5Cevil.example",
    "https:evil.example",
  ];
  const led: [path: string, to: string][] = [];
  const follow = async (who: HttpBrowser, path: string, init: Parameters<HttpBrowser["send"]>[1] = {}) => {
    const answer = await who.send(own.url + path, init);
    const location =
      answer.headers.get("location") ??
      (init.body ? z.object({ url: z.string() }).parse(await answer.json()).url : null);
    if (location !== null) led.push([path, new URL(location, PUBLIC).origin]);
  };
  for (const target of TARGETS) {
    const encoded = encodeURIComponent(target);
    for (const path of [
      "/sign-in/second-step?return=",
      "/api/auth/signin?callbackUrl=",
      "/api/auth/error?callbackUrl=",
    ]) {
      await follow(browser, path + encoded);
      await follow(stranger, path + encoded);
    }
    await follow(stranger, `/sandbox/${target}`);
    await follow(stranger, `//evil.example/${encoded}`, { headers: { "x-forwarded-host": "evil.example" } });
    await follow(browser, `/api/auth/signout?callbackUrl=${encoded}`);
    const body = new URLSearchParams({ csrfToken, callbackUrl: target, json: "true" }).toString();
    await follow(stranger, "/api/auth/signout", { method: "POST", headers: FORM, body });
  }
  expect(led.length).toBeGreaterThan(25);
  for (const [path, origin] of led) expect([path, origin]).toEqual([path, PUBLIC]);
});

test("pictures are not made to order, no connection is upgraded, and no file of the build but the page's is served", async ({
  own,
}) => {
  const { browser } = await signedIn(own);
  const picture = await browser.send(`${own.url}/_next/image?url=%2Ficon.svg&w=64&q=75`);
  expect(picture.status).toBe(404);

  const { hostname, port } = new URL(own.url);
  const upgraded = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let heard = "";
    socket.on("data", (chunk) => {
      heard += chunk;
      socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(heard));
    const upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13";
    socket.write(
      `GET /sign-in HTTP/1.1\r\nhost: x\r\n${upgrade}\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
  });
  expect(upgraded.split("\r\n")[0]).toBe("HTTP/1.1 200 OK");

  expect(CHUNKS.length).toBeGreaterThan(5);
  const inside = [
    "/.next/BUILD_ID",
    "/_next/BUILD_ID",
    "/_next/server/server-reference-manifest.json",
    "/.env",
    "/.git/config",
  ];
  const above = [
    "/package.json",
    "/_next/static/../BUILD_ID",
    "/_next/static/%2e%2e/BUILD_ID",
    "/_next/static/..%2f..%2fpackage.json",
  ];
  for (const path of [...CHUNKS.map((chunk) => `${chunk}.map`), ...inside, ...above]) {
    const { status } = await browser.send(own.url + path);
    expect([path, [400, 404].includes(status)]).toEqual([path, true]);
  }
});

test("security.txt says where to tell of a weakness, to strangers too", async ({ own }) => {
  const answer = await new HttpBrowser(own.url).send(`${own.url}/.well-known/security.txt`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toContain(`Contact: ${CONTACT}\n`);
  const days = (new Date(/Expires: (\S+)/.exec(text)?.[1] ?? "").getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});

test.describe("when something goes wrong inside", () => {
  const CLIENT = { "content-type": "application/json" };
  const RECIPIENT = { destinationAccount: "7654321", destinationAccountName: "ウメボシ　ハナコ" };

  /** What must never appear in a log, each easy to recognise. */
  async function planted({ users, sandbox, databaseUrl }: Own, browser: HttpBrowser): Promise<Record<string, string>> {
    const secrets = secretsIn(join(ROOT, ".data"));
    const [ops] = users.filter(({ role }) => role === "ops");
    return {
      "the API key": sandbox.apiKey,
      "the secret key": sandbox.secretKey,
      "what signs sessions": secrets.AUTH_SECRET,
      "what encrypts actions": secrets.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY,
      "what messages to devices are signed with": secrets.WEB_PUSH_KEY,
      "the database's address": databaseUrl,
      "a password": ops?.password ?? "",
      "an e-mail": ops?.email ?? "",
      "a cookie": browser.cookiesFor(testContext().url).get("__Host-choba.session") ?? "",
      "an account": RECIPIENT.destinationAccount,
      "a name": "ウメボシ",
    };
  }

  test("strangers learn nothing of it, and the log says what failed without a secret or a person in it", async ({
    own,
  }) => {
    test.setTimeout(120_000);
    const { browser } = await signedIn(own, "ops");
    const cookie = [...browser.cookiesFor(own.url)].map(([name, value]) => `${name}=${value}`).join("; ");
    // Next compares the two: the proxy that ends TLS passes on which host was asked for.
    const headers = { cookie, origin: PUBLIC, "x-forwarded-host": new URL(PUBLIC).host };
    const secrets = await planted(own, browser);
    const answers: string[] = [];
    const ask = async (path: string, init: Parameters<HttpBrowser["send"]>[1] = {}) => {
      const answer = await browser.send(own.url + path, init);
      answers.push(await answer.text());
      return answer.status;
    };
    const request = (more: Partial<WithdrawalForm> = {}) =>
      act("requestWithdrawalAction", ["sandbox", typedForm({ ...RECIPIENT, ...more })], headers);

    // A day's work, with mistakes in it.
    const begun = await act("startAppAction", ["sandbox", {}], headers);
    const secret = /"secret":"([A-Z2-7]{32})"/.exec(begun)?.[1] ?? begun;
    expect(secret).toHaveLength(32);
    expect(await request()).toContain("WD-");
    expect(await request({ amount: "many" })).toContain("invalid");
    const wrong = new URLSearchParams({ email: secrets["a password"] ?? "", password: "x", csrfToken: "none" });
    await ask("/api/auth/callback/credentials", { method: "POST", headers: FORM, body: wrong.toString() });
    const sneaked = JSON.stringify({ level: "error", code: secrets["a name"], message: secrets["a name"] });
    expect(await ask("/api/auth/_log", { method: "POST", headers: CLIENT, body: sneaked })).toBe(404);
    const ofOrder = "select callback_token as token from transactions where callback_token is not null limit 1";
    const [{ token } = { token: "" }] = await atDatabase<{ token: string }>(ofOrder);
    const news = JSON.stringify({ reference_id: "x", account_name: secrets["a name"], account: secrets["an account"] });
    const callback = { method: "POST", headers: { ...CLIENT, "x-signature": "0".repeat(64) }, body: news };
    const path = `/api/callbacks/sandbox/${token}`;
    await ask(path, callback);
    await ask(path, { ...callback, body: news.slice(0, 40) });

    // Then nothing can be written: the statement that fails carries the account and the name.
    await atDatabase("alter table withdrawals add constraint nothing_new check (false) not valid");
    answers.push(await request({ amount: "12,001" }));
    await atDatabase("alter table withdrawals drop constraint nothing_new");

    // Then tables are missing: reads, changes, callbacks, jobs and the ingest process all fail in the middle of it.
    const env = {
      ...bareSettings(),
      ...secretsIn(join(ROOT, ".data")),
      ...connectionTo(own.sandbox),
      ...{ DATABASE_URL: own.databaseUrl, APP_URL: PUBLIC },
    };
    const ingest = await startIngest({ env, port: 0, onLine: (line) => void own.said.push(line) });
    const missing = ["withdrawals", "deliveries", "attempts"];
    for (const table of missing) await atDatabase(`alter table ${table} rename to ${table}_away`);
    answers.push(await request());
    for (const view of ["/api/sandbox/transactions", "/api/sandbox/activity"]) expect(await ask(view)).toBe(500);
    await ask("/sandbox/withdrawals");
    expect(await ask(path, callback)).toBe(503);
    answers.push(await (await fetch(ingest.url + path, callback)).text());
    await atDatabase("select graphile_worker.add_job('sweep')");
    await expect.poll(() => own.said.join("\n"), { timeout: 30_000 }).toContain("jobs: a task failed");
    for (const table of missing) await atDatabase(`alter table ${table}_away rename to ${table}`);
    await ingest.stop();

    for (const words of answers) {
      expect(words).not.toMatch(/node_modules|\n +at |relation|does not exist|Failed query|postgres|\/lib\//);
    }
    const said = own.said.join("\n");
    expect(said).toContain('violates check constraint \\"nothing_new\\"');
    expect(said).toContain('"msg":"server: a request failed"');
    for (const table of missing.slice(0, 2)) expect(said).toContain(`relation \\"${table}\\" does not exist`);
    const all = { ...secrets, "a second factor's secret": secret, "a callback's address": token };
    for (const [what, value] of Object.entries(all)) {
      expect(value.length, what).toBeGreaterThan(3);
      expect(said.includes(value), `${what} is in the log`).toBe(false);
    }
  });
});
