import { describe, expect, test } from "vitest";
import { createOutgoing } from "@/lib/outgoing/client";
import { isPublicAddress } from "@/lib/outgoing/public-address";
import { dnsServer } from "../../support/dns-server";
import { closedPort, httpServer, tcpServer } from "../payments-api/servers";

const message = (url: string) => ({ url, headers: { "content-type": "application/json" }, body: "{}" });
const failed = (problem: string, status: number | null = null) => ({
  ok: false,
  error: { kind: "not_delivered", problem, status },
});
const portOf = (baseUrl: string) => new URL(baseUrl).port;

/** As it runs, but that requests may reach this machine. */
const loopback = (resolve?: (name: string) => Promise<string[]>, more: { timeoutMs?: number } = {}) =>
  createOutgoing({ allowLoopback: true, ...(resolve && { resolve }), ...more });

const PRIVATE = [
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.0.0.8", "192.168.1.1"],
  ...["198.18.0.1", "224.0.0.1", "255.255.255.255"],
];
const PRIVATE_V6 = [
  ...["::", "::1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "fc00::1", "fd12::1", "fe80::1", "ff02::1"],
  ...["2001:db8::1", "2002:a00:1::", "2001::1", "3fff::1"],
];

describe("an address that is not public", () => {
  test("differs from a public one", () => {
    expect([...PRIVATE, ...PRIVATE_V6].filter(isPublicAddress)).toEqual([]);
    expect(["8.8.8.8", "203.0.114.1", "172.32.0.1", "2606:4700::1", "2400::1"].every(isPublicAddress)).toBe(true);
    expect(isPublicAddress("example.com")).toBe(false);
  });

  test.each(PRIVATE)("%s is refused where a name leads there", async (address) => {
    const { resolve, asked } = await dnsServer({ "hook.test": [[address]] });
    expect(await createOutgoing({ resolve })(message("https://hook.test/"))).toEqual(failed("private_address"));
    expect(asked).toEqual(["hook.test"]);
  });

  test.each([
    ...[
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://2130706433/",
      "https://0x7f.1/",
      "https://[::ffff:127.0.0.1]/",
    ],
    ...["https://169.254.169.254/latest/meta-data", "https://10.0.0.1:8443/"],
  ])("%s is refused as it is written", async (url) => {
    const resolve = () => Promise.reject(new Error("an address is no name"));
    expect(await createOutgoing({ resolve })(message(url))).toEqual(failed("private_address"));
  });

  test("is refused among public ones", async () => {
    const { resolve } = await dnsServer({ "mixed.test": [["8.8.8.8", "10.0.0.1"]] });
    expect(await createOutgoing({ resolve })(message("https://mixed.test/"))).toEqual(failed("private_address"));
  });
});

describe("a name that changes between check and connection", () => {
  test("is asked for once, and the socket connects to what was checked", async () => {
    const { baseUrl, seen } = await httpServer((response) => response.end());
    const { resolve, asked } = await dnsServer({ "rebind.test": [["127.0.0.1"], ["10.0.0.1"]] });
    const post = loopback(resolve);
    expect(await post(message(`http://rebind.test:${portOf(baseUrl)}/`))).toEqual({ ok: true, value: { status: 200 } });
    expect(asked).toEqual(["rebind.test"]);
    expect(seen[0]?.headers.host).toBe(`rebind.test:${portOf(baseUrl)}`);
    // The next request asks again, and is refused.
    expect(await post(message(`http://rebind.test:${portOf(baseUrl)}/`))).toEqual(failed("private_address"));
    expect(seen).toHaveLength(1);
  });
});

describe("an address that cannot be used", () => {
  test.each(["http://hook.test/", "ftp://hook.test/", "https://user:secret@hook.test/", "hook.test", ""])(
    "%s leads nowhere",
    async (url) => {
      const { resolve, asked } = await dnsServer({ "hook.test": [["8.8.8.8"]] });
      expect(await createOutgoing({ resolve })(message(url))).toEqual(failed("bad_address"));
      expect(asked).toEqual([]);
    },
  );

  test("differs from an unknown name and from a port without a listener", async () => {
    const { resolve } = await dnsServer({ "known.test": [["127.0.0.1"]], "empty.test": [[]] });
    expect(await loopback(resolve)(message("https://empty.test/"))).toEqual(failed("name_not_found"));
    const url = `http://known.test:${await closedPort()}/`;
    expect(await loopback(resolve)(message(url))).toEqual(failed("connection_failed"));
  });
});

describe("an answer", () => {
  test("other than 2xx is a failure with its status, and a redirect is not followed", async () => {
    const target = await httpServer((response) => response.end());
    const { baseUrl, seen } = await httpServer((response, { url }) => {
      const status = Number(url.slice(1));
      response.writeHead(status, status < 400 ? { location: target.baseUrl } : {}).end();
    });
    for (const status of [301, 302, 307, 308]) {
      expect(await loopback()(message(`${baseUrl}/${status}`))).toEqual(failed("redirect", status));
    }
    for (const status of [400, 404, 410, 429, 500, 503]) {
      expect(await loopback()(message(`${baseUrl}/${status}`))).toEqual(failed("status", status));
    }
    expect(seen).toHaveLength(10);
    expect(target.seen).toEqual([]);
  });

  test("is read up to its limit and no further", async () => {
    const { baseUrl } = await httpServer((response) => {
      response.writeHead(200);
      const more = () => response.write("x".repeat(65_536), () => setImmediate(more));
      more();
    });
    expect(await loopback()(message(baseUrl))).toEqual({ ok: true, value: { status: 200 } });
  });

  test("counts by its status where its body breaks off or never ends", async () => {
    const { baseUrl } = await httpServer((response, { url }) => {
      response.writeHead(Number(url.slice(-3)), { "content-length": "100" });
      response.write("part", () => url.startsWith("/cut") && response.destroy());
    });
    const post = loopback(undefined, { timeoutMs: 400 });
    for (const path of ["cut", "endless"]) {
      expect(await post(message(`${baseUrl}/${path}/200`))).toEqual({ ok: true, value: { status: 200 } });
      expect(await post(message(`${baseUrl}/${path}/503`))).toEqual(failed("status", 503));
    }
  });

  test("that never comes, or is no HTTP, ends in time", async () => {
    const silent = await tcpServer(() => undefined);
    const soon = { timeoutMs: 400 };
    expect(await loopback(undefined, soon)(message(silent.baseUrl))).toEqual(failed("timeout"));
    const { resolve } = await dnsServer({ "silent.test": [undefined] });
    expect(await loopback(resolve, soon)(message("https://silent.test/"))).toEqual(failed("timeout"));
    const other = await tcpServer((socket) => socket.end("220 mail.test ESMTP\r\n"));
    expect(await loopback()(message(other.baseUrl))).toEqual(failed("unreadable"));
    const plain = await httpServer((response) => response.end());
    const overTls = plain.baseUrl.replace("http:", "https:");
    expect(await loopback()(message(overTls))).toMatchObject({ ok: false });
    expect(plain.seen).toEqual([]);
  });
});
