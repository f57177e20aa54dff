import { expect, test } from "vitest";
import { apiKeyInput } from "@/lib/api-keys/schema";

const read = (networks: string) =>
  apiKeyInput.safeParse({ name: "shop", scopes: ["orders:read"], networks, lastDay: "", limits: [] });

test.each([
  ["203.0.113.7、10.0.0.0/8", ["203.0.113.7", "10.0.0.0/8"]],
  ["203.0.113.7，10.0.0.0/8", ["203.0.113.7", "10.0.0.0/8"]],
  ["２０３．０．１１３．７　１０．０．０．０／８", ["203.0.113.7", "10.0.0.0/8"]],
  ["2001:DB8::1, ２００１：ＤＢ８：：１", ["2001:DB8::1"]],
  ["203.0.113.7､ 203.0.113.7\n10.0.0.0/8、", ["203.0.113.7", "10.0.0.0/8"]],
  ["", []],
])("the addresses %j are read as %j", (typed, networks) => {
  expect(read(typed)).toMatchObject({ data: { networks } });
});

test.each(["203.0.113.7・10.0.0.0/8", "203.0.113.256", "２０３"])("%j names no address", (typed) => {
  expect(read(typed).error?.issues).toMatchObject([{ path: ["networks"], message: "network" }]);
});
