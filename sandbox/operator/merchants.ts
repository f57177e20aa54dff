import { Hono } from "hono";
import type { Merchant } from "../merchants/file";
import { conductChange } from "../merchants/registry";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";
import { readJson } from "./input";

/** Everything about a merchant but its keys. */
function shown({ apiKey: _key, secretKey: _secret, ...rest }: Merchant) {
  return rest;
}

export function merchantRoutes({ merchants }: Sandbox): Hono {
  const app = new Hono();
  app.get("/", (c) => c.json(merchants.all().map(shown)));
  app.patch("/:number", async (c) => {
    const changed = await merchants.change(Number(c.req.param("number")), await readJson(c, conductChange));
    if (!changed) throw new Refusal(404, "There is no such merchant.");
    return c.json(shown(changed));
  });
  return app;
}
