import { Hono } from "hono";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";

export function callbackRoutes({ pool, callbacks }: Sandbox): Hono {
  const app = new Hono();

  app.get("/", async (c) => {
    const { rows } = await pool.query(
      `select c.id, c.merchant, c.transaction_id as "transactionId", c.registration_id as "registrationId", c.url,
              c.body, c.signature, c.created_at as "createdAt", c.acknowledged_at as "acknowledgedAt",
              c.next_attempt_at as "nextAttemptAt",
              (select coalesce(json_agg(json_build_object(
                 'number', a.number, 'startedAt', a.started_at, 'tookMs', a.took_ms, 'status', a.status,
                 'answer', a.answer, 'problem', a.problem, 'acknowledged', a.acknowledged) order by a.number), '[]')
               from callback_attempts a where a.callback_id = c.id) as attempts
       from callbacks c order by c.id desc limit 200`,
    );
    return c.json(rows);
  });

  app.post("/:id/resend", async (c) => {
    const id = c.req.param("id");
    const found = await pool.query("update callbacks set next_attempt_at = now() where id::text = $1 returning id", [
      id,
    ]);
    if (found.rowCount === 0) throw new Refusal(404, "There is no such callback.");
    callbacks.wake();
    return c.json({ id }, 202);
  });
  return app;
}
