import { Hono } from "hono";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";
import { latestCallbacks } from "./callback-list";

const LISTED = 200;

export function callbackRoutes({ pool, callbacks }: Sandbox): Hono {
  const app = new Hono();

  app.get("/", async (c) => c.json(await latestCallbacks(pool, LISTED)));

  app.post("/:id/resend", async (c) => {
    const id = c.req.param("id");
    const resent = await pool.query("update callbacks set next_attempt_at = now() where id::text = $1", [id]);
    if (resent.rowCount === 0) throw new Refusal(404, "There is no such callback.");
    callbacks.wake();
    return c.json({ id }, 202);
  });
  return app;
}
