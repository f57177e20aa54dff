import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { request } from "../support/http";
import { testContext } from "../support/test-context";
import { each, pairs } from "./attempts";
import { type Database, type Member, openDatabase } from "./callers";
import { type RawResponse, sendRaw, sendSlowly, statuses } from "./raw-http";
import { type SeededOrder, seedOrder } from "./seed";

/** Requests that no browser would send. */
let database: Database;
let admin: Member;
let planted: SeededOrder;
let slow: Promise<RawResponse[]>;

/** The server looks every half a minute for those who have had their half minute. */
const CUT_MS = 75_000;

beforeAll(async () => {
  database = await openDatabase();
  admin = await database.member("admin");
  planted = await seedOrder(database, "sandbox");
  slow = Promise.all(
    [
      `POST /sandbox/withdrawals/new HTTP/1.1\r\nhost: x\r\ncookie: ${admin.cookie}\r\ncontent-length: 9000\r\n\r\n`,
      "POST /api/auth/callback/credentials HTTP/1.1\r\nhost: x\r\ncontent-length: 9000\r\n\r\n",
      "POST /api/sandbox/withdrawals/advice HTTP/1.1\r\nhost: x\r\ncontent-length: 9000\r\n\r\n",
      "GET /sandbox HTTP/1.1\r\nhost: x\r\nx-slow: ",
    ].map((head) => sendSlowly(head, CUT_MS)),
  );
});
afterAll(() => database.close());

/** Next calls this machine by its name where it was given its address. */
function isOurs(location: string): boolean {
  const { host } = new URL(location, testContext().url);
  return [new URL(testContext().url).host, `localhost:${new URL(testContext().url).port}`].includes(host);
}

describe("a caller who is not signed in", () => {
  const PATHS = ["/sandbox/transactions", "/api/sandbox/transactions", "/sandbox/players"];
  const LIES: Record<string, string>[] = [
    ...["middleware", "proxy", "src/middleware"].map((name) => ({
      "x-middleware-subrequest": Array.from({ length: 6 }, () => name).join(":"),
    })),
    { "x-middleware-subrequest": "1", "x-middleware-subrequest-id": "0".repeat(16) },
    { "x-middleware-next": "1", "x-middleware-rewrite": "/sandbox/transactions" },
    { "x-middleware-override-headers": "cookie", "x-middleware-request-cookie": "choba.session=x" },
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    { forwarded: "host=evil.example;for=127.0.0.1", "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1" },
    { "x-original-url": "/sign-in", "x-rewrite-url": "/sign-in", "x-forwarded-prefix": "/sign-in" },
    { "x-invoke-path": "/sandbox/transactions", "x-invoke-status": "200", "x-matched-path": "/sandbox/transactions" },
    { "x-nextjs-data": "1", purpose: "prefetch", "x-prerender-revalidate": "1" },
    { rsc: "1", "next-router-prefetch": "1", "next-url": "/sandbox" },
    { rsc: "1", "next-router-state-tree": encodeURIComponent(JSON.stringify(["", { children: ["sandbox", {}] }])) },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
    { "next-action": "0".repeat(42) },
    { authorization: "Basic YWRtaW46YWRtaW4=" },
  ];

  test("reveals nothing and redirects nowhere else, with any headers", async () => {
    const came = await each(pairs(PATHS, LIES), async ([path, headers]) => {
      const answer = await request(path, { headers });
      const [body, to] = [await answer.text(), answer.headers.get("location")];
      const isAway = answer.status === 401 || (answer.status === 307 && isOurs(to ?? ""));
      const isShown = [planted.referenceId, planted.playerId].some((word) => body.includes(word));
      return isAway && !isShown
        ? "away"
        : `${path} ${JSON.stringify(headers)}: ${answer.status} to ${to}, shown: ${isShown}`;
    });
    expect(came.filter((one) => one !== "away")).toEqual([]);
  });

  test("finds no other spelling of an address that opens", async () => {
    const SPELLINGS = [
      ...["//sandbox/transactions", "/sandbox//transactions", "/./sandbox/transactions", "/x/../sandbox/transactions"],
      ...["/sandbox/transactions.", "/sandbox/transactions/", "/sandbox/transactions/.", "/sandbox/transactions%20"],
      ...["/sandbox%2ftransactions", "/%73andbox/transactions", "/sandbox/%2e%2e/sandbox/transactions"],
      ...["/sandbox/transactions;x=1", "/sandbox/transactions%00", "/sandbox\\transactions", "/SANDBOX/TRANSACTIONS"],
      ...[
        "/sandbox/transactions.rsc",
        "/sandbox/transactions.txt",
        "/sandbox/transactions.json",
        "/sandbox.segments/x",
      ],
      ...["/_next/data/x/sandbox/transactions.json", "/sandbox/transactions?_rsc=1", "/sandbox/transactions#/sign-in"],
      ...["/api/sandbox/transactions/", "//api/sandbox/transactions", "/api//sandbox/transactions"],
      ...["/api/sandbox/transactions.json", "/API/sandbox/transactions", "/api/sandbox/%2e%2e/sandbox/transactions"],
      ...["/sign-in/../sandbox/transactions", "/sign-in%2f..%2fsandbox%2ftransactions", "/_next/static/../../sandbox"],
      ...["/icon.svg/../sandbox/transactions", "/favicon.ico/../../sandbox", "/api/health/../sandbox/transactions"],
      ...["//evil.example/%2e%2e", "/\\evil.example", "//evil.example/sandbox", "/%5cevil.example"],
    ];
    const came = await each(SPELLINGS, async (path) => {
      const { text } = await sendRaw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      const to = /^location: (.*)\r$/im.exec(text)?.[1] ?? "";
      const isShown = [planted.referenceId, planted.playerId].some((word) => text.includes(word));
      return !isShown && isOurs(to) && /^HTTP\/1.1 [1-4]/.test(text)
        ? "nothing"
        : `${path}: ${text.slice(0, 60)} ${to} ${isShown}`;
    });
    expect(came.filter((one) => one !== "nothing")).toEqual([]);
    // The search term exists: a signed-in user finds it.
    const own = await request("/sandbox/transactions", { headers: { cookie: admin.cookie } });
    expect(await own.text()).toContain(planted.referenceId);
  });

  test("finds nothing that lies around: no sources, no settings, no images made to order", async () => {
    const LYING = [
      ...["/.env", "/.git/config", "/.data/secrets.json", "/package.json", "/.next/BUILD_ID", "/server.js"],
      ...["/_next/server/server-reference-manifest.json", "/_next/static/../server/middleware.js", "/api/graphql"],
      ...["/_next/image?url=%2Ficon.svg&w=64&q=75", "/_next/image?url=http%3A%2F%2F127.0.0.1%3A1%2F&w=64&q=75"],
      ...["/__nextjs_original-stack-frames", "/_next/webpack-hmr", "/debug", "/metrics", "/admin"],
    ];
    const came = await each(LYING, async (path) => {
      const answer = await request(path);
      const to = answer.headers.get("location");
      await answer.body?.cancel();
      return answer.status === 404 || answer.status === 400 || to?.startsWith("/sign-in") ? "nothing" : path;
    });
    expect(came.filter((one) => one !== "nothing")).toEqual([]);
  });

  test("learns of a failure only that there was one", async () => {
    const TRIES = [
      "/api/sandbox/exchanges/%E0%A4%A",
      "/sandbox/transactions/%E0%A4%A",
      "/sandbox/transactions/%00",
      "/api/sandbox/transactions/a%00b",
      "/sandbox/transactions?q=%00",
      "/api/auth/callback/none",
      "/%",
    ];
    for (const path of TRIES) {
      for (const headers of [{}, { cookie: admin.cookie }]) {
        const { text } = await sendRaw(
          `GET ${path} HTTP/1.1\r\nhost: x\r\n${"cookie" in headers ? `cookie: ${headers.cookie}\r\n` : ""}connection: close\r\n\r\n`,
        );
        expect([path, /^HTTP\/1.1 [1-4]/.test(text) ? "" : text.slice(0, 300)]).toEqual([path, ""]);
        expect(text).not.toMatch(/node_modules|\bat [\w.]+ \(|postgres|DATABASE_URL|x-powered-by/i);
      }
    }
  });
});

describe("a request", () => {
  const POST = "POST /api/callbacks/sandbox/x HTTP/1.1\r\nhost: x\r\n";
  const SMUGGLED = "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";

  test.each([
    ["two lengths", `${POST}content-length: 0\r\ncontent-length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
    ["a length and chunks", `${POST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ["chunks that are not the last coding", `${POST}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ["a space before the colon", `${POST}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ["a length that is no number", `${POST}content-length: +5\r\n\r\nhello${SMUGGLED}`],
    ["a header that goes on in the next line", `${POST}content-length:\r\n 5\r\n\r\nhello${SMUGGLED}`],
    ["a size of a chunk that is none", `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n\r\n${SMUGGLED}`],
    ["NUL in a header", `${POST}x-a: \0\r\n\r\n${SMUGGLED}`],
    ["no host", `POST /api/callbacks/sandbox/x HTTP/1.1\r\ncontent-length: 0\r\n\r\n${SMUGGLED}`],
    ["more headers than anybody has", `${POST}x-a: ${"a".repeat(40_000)}\r\n\r\n${SMUGGLED}`],
  ])("with %s is not two", async (_what, bytes) => {
    const heard = await sendRaw(bytes);
    expect(statuses(heard).filter((status) => status < 400)).toEqual([]);
    expect(heard.text).not.toContain('"database"');
  });

  test("that wants another protocol is served as any other, and no socket is left open", async () => {
    const upgrade =
      "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: eA==\r\n";
    for (const path of ["/api/health", "/sandbox", "/_next/webpack-hmr"]) {
      const heard = await sendRaw(`GET ${path} HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`, { silenceMs: 700 });
      expect([path, statuses(heard).includes(101), statuses(heard).length]).toEqual([path, false, 1]);
    }
  });

  test.each(["TRACE", "CONNECT", "PROPFIND", "FOO"])("by %s is refused", async (method) => {
    const heard = await sendRaw(`${method} /api/sandbox/transactions HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(statuses(heard).filter((status) => status < 400)).toEqual([]);
    if (method !== "TRACE") return;
    expect(statuses(heard)).toEqual([405]);
    expect(heard.text).toMatch(/\r\nallow: GET, HEAD, POST\r\n/i);
  });

  test("by HEAD for a file leaves no reading open", async () => {
    const headers = { cookie: admin.cookie };
    const answer = await request("/api/sandbox/transactions/export", { method: "HEAD", headers });
    expect(answer.status).toBe(200);
    // The database would end it after a minute.
    const reading = `select query from pg_stat_activity
      where datname = current_database() and application_name = 'choba' and state = 'idle in transaction'`;
    await expect.poll(() => database.query(reading)).toEqual([]);
  });

  test("with ten megabytes is refused by every entry point with a body", async () => {
    const body = `{"a":"${"x".repeat(10 * 1024 * 1024)}"}`;
    const headers = { "content-type": "application/json", cookie: admin.cookie, origin: testContext().url };
    for (const path of [
      ...["/api/sandbox/withdrawals/advice", "/api/sandbox/deposits/checks", "/api/sandbox/player-files/known-players"],
      ...["/api/auth/callback/credentials", "/api/auth/signout", "/api/auth/_log"],
    ]) {
      const answer = await request(path, { method: "POST", headers, body });
      expect([path, [404, 413].includes(answer.status)]).toEqual([path, true]);
    }
  });

  test("that is packed is not unpacked", async () => {
    const [order] = await database.query<{ token: string }>(
      "select callback_token as token from transactions where reference_id = $1",
      [planted.referenceId],
    );
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const answer = await fetch(`${testContext().url}/api/callbacks/sandbox/${order!.token}`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: bomb,
    });
    expect(answer.status).toBeLessThan(500);
    expect(answer.status).not.toBe(200);
    const [kept] = await database.query<{ bytes: number }>(
      "select max(length(body)) as bytes from deliveries where headers->>'content-encoding' = 'gzip'",
    );
    expect(kept!.bytes).toBeLessThanOrEqual(bomb.length);
  });

  test("to the callback URL records the connected address, independent of its headers", async () => {
    const [order] = await database.query<{ token: string; id: string }>(
      "select callback_token as token, id from transactions where reference_id = $1",
      [planted.referenceId],
    );
    const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9", "x-unheard-of": "1" };
    await request(`/api/callbacks/sandbox/${order!.token}`, { method: "POST", headers, body: '{"a":1}' });
    const [kept] = await database.query<{ from: string; headers: Record<string, string> }>(
      "select source_address as from, headers from deliveries where headers ? 'x-unheard-of'",
    );
    expect(kept).toMatchObject({ from: "127.0.0.1", headers: { "x-forwarded-for": "203.0.113.9" } });
    expect(Object.keys(kept!.headers).filter((name) => name.startsWith("x-peer"))).toEqual([]);
  });
});

describe("the callback URL", () => {
  const address = "/api/callbacks/sandbox/unknown";

  test("needs no session, knows no language and never leads elsewhere", async () => {
    const headers = { "content-type": "application/json" };
    const answer = await request(address, { method: "POST", body: "{}", headers });
    expect(answer.status).toBe(404);
    for (const name of ["set-cookie", "location"]) expect(answer.headers.get(name)).toBeNull();
  });

  test("answers every other method with 405", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"])
      expect((await request(address, { method })).status).toBe(405);
  });
});

test("a slow sender is cut off, and delays no other caller", { timeout: 2 * CUT_MS }, async () => {
  expect((await request("/api/health")).status).toBe(200);
  const heard = await slow;
  expect(heard.map(({ openMs }) => openMs < CUT_MS - 2_000)).toEqual(heard.map(() => true));
  for (const one of heard) expect(statuses(one).filter((status) => status < 300)).toEqual([]);
});
