import type { Context } from "hono";
import type { z } from "zod";
import { invalid } from "../wire/refusal";

/** An operator's JSON body, read by a shape or refused. */
export async function readJson<S extends z.ZodType>(c: Context, shape: S): Promise<z.output<S>> {
  const given: unknown = await c.req.json().catch(() => {
    throw invalid("body: must be JSON");
  });
  const read = shape.safeParse(given);
  if (read.success) return read.data;
  throw invalid(...read.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`));
}
