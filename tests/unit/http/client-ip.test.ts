import { describe, expect, test } from "vitest";
import { isNetwork, networksOf, sourceOf } from "@/lib/http/client-ip";

const isProxy = networksOf(["10.0.0.0/8", "192.0.2.1", "fd00::/8"]);
const SENDER = "203.0.113.9";

describe("where a request comes from", () => {
  test.each([
    ["the connected address, where that is no proxy", "198.51.100.7", null, "198.51.100.7"],
    ["a forwarded address from an untrusted source is ignored", "198.51.100.7", `${SENDER}, 10.0.0.1`, "198.51.100.7"],
    ["whom our proxy was called by", "10.1.2.3", SENDER, SENDER],
    ["the last that was no proxy, behind two of ours", "10.1.2.3", `1.1.1.1, ${SENDER}, 192.0.2.1`, SENDER],
    ["never what the sender wrote to the left of that", "10.1.2.3", `127.0.0.1, 10.9.9.9, ${SENDER}`, SENDER],
    ["the proxy, where it forwards nothing", "10.1.2.3", null, "10.1.2.3"],
    ["the proxy, where it forwards what is no address", "10.1.2.3", `${SENDER}, unknown`, "10.1.2.3"],
    ["the proxy, where it forwards nonsense", "10.1.2.3", ",,999.1.1.1", "10.1.2.3"],
    ["the farthest, where all are ours", "10.1.2.3", "10.0.0.5, 10.0.0.6", "10.0.0.5"],
    ["an address with a port", "10.1.2.3", `${SENDER}:4711`, SENDER],
    ["an IPv6 address with brackets and a port", "fd00::2", "[2001:db8::7]:4711", "2001:db8::7"],
    ["an IPv4 address that Node shows within IPv6", "::ffff:10.1.2.3", `::ffff:${SENDER}`, SENDER],
    ["unknown, where no connection is known", null, SENDER, null],
  ])("is %s", (_which, peer, forwardedFor, source) => {
    expect(sourceOf(peer, forwardedFor, isProxy)).toBe(source);
  });

  test("is the connected address where no proxy is configured", () => {
    expect(sourceOf("127.0.0.1", SENDER, networksOf([]))).toBe("127.0.0.1");
  });
});

test.each(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"])("%s is a network", (text) => {
  expect(isNetwork(text)).toBe(true);
});

test.each(["", "10.0.0", "10.0.0.0/33", "fd00::/129", "10.0.0.0/8/8", "10.0.0.0/", "localhost", "fe80::1%lo"])(
  "%s is none",
  (text) => expect(isNetwork(text)).toBe(false),
);
