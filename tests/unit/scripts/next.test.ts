import { expect, test } from "vitest";
import { originOf } from "@/scripts/lib/next.mjs";

test.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["localhost", "http://localhost:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["::1", "http://[::1]:3000"],
])("a server that listens on %s is asked at %s", (host, origin) => {
  expect(originOf(host, 3000)).toBe(origin);
  expect(URL.canParse(origin)).toBe(true);
});
