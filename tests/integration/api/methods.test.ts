import { join } from "node:path";
import { expect, test } from "vitest";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { ROOT } from "@/scripts/lib/root.mjs";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const OPEN = { path: "/v1/openapi.json", method: "GET" };

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;

const routeAt = (path: string): Promise<Record<string, Handler>> =>
  import(join(ROOT, "app", path.replaceAll(/\{(\w+)\}/g, "[$1]"), "route.ts"));

test.each([...Object.values(ENDPOINTS), OPEN])(
  "$path says in JSON that it takes no other method than $method",
  async ({ path, method }) => {
    const route = await routeAt(path);
    expect(Object.keys(route)).toEqual(expect.arrayContaining(METHODS));
    const called = async (other: string) => {
      const request = new Request(`http://console.test${path}`, { method: other });
      return (await route[other]?.(request, { params: Promise.resolve({}) })) ?? Response.error();
    };
    const allow = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
    for (const other of METHODS.filter((one) => one !== method)) {
      const answer = await called(other);
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(await answer.json()).toMatchObject({ status: 405, code: "method_not_allowed" });
    }
    const asked = await called("OPTIONS");
    expect([asked.status, asked.headers.get("allow")]).toEqual([204, allow]);
  },
);
