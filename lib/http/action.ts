import "server-only";
import { headers } from "next/headers";
import type { z } from "zod";
import { type Ctx, contextFor, Forbidden } from "@/lib/auth/context";
import type { Problem, TooLate } from "@/lib/auth/problem";
import { ReadOnly } from "@/lib/auth/read-only";
import { env } from "@/lib/env";
import { fieldProblems } from "@/lib/fields";
import { reachAction } from "@/lib/http/action-call";
import { log } from "@/lib/log";
import { err, type Result } from "@/lib/result";
import { isTooLate } from "@/lib/send-by";
import { activeUser } from "./current-user";
import { isPageOfOther } from "./page-user";

/** Builds every server action, so that origin, session and input are always checked. */
export function action<S extends z.ZodType, T, E>(
  input: S,
  command: (ctx: Ctx, input: z.output<S>) => Promise<Result<T, E>>,
) {
  return async (environment: string, raw: z.input<S>): Promise<Result<T, E | Problem>> => {
    reachAction();
    // Compared with a constant: a forwarded host can be forged, and browsers send Origin with every POST.
    if ((await headers()).get("origin") !== env().appUrl) return err({ kind: "foreign_origin" });

    const user = await activeUser();
    if (!user) return err({ kind: "signed_out" });
    if (await isPageOfOther(user)) return err({ kind: "other_user" });
    const ctx = contextFor(user, environment);
    if (!ctx) return err({ kind: "no_such_environment" });

    const parsed = input.safeParse(raw);
    if (!parsed.success) return err({ kind: "invalid", fields: fieldProblems(parsed.error) });
    try {
      return await command(ctx, parsed.data);
    } catch (error) {
      if (error instanceof Forbidden) {
        log.warn({ refused: error.message }, "action: a permission is missing");
        return err({ kind: "forbidden" });
      }
      if (error instanceof ReadOnly) return err({ kind: "read_only" });
      throw error; // A bug. Next logs it and shows the error page with a digest.
    }
  };
}

/** The same for actions that move money: a request that arrives after its deadline is refused. */
export function timedAction<S extends z.ZodType, T, E>(
  input: S,
  command: (ctx: Ctx, input: z.output<S>) => Promise<Result<T, E>>,
) {
  return (environment: string, raw: z.input<S>, sendBy: string): Promise<Result<T, E | Problem | TooLate>> =>
    action(input, async (ctx, parsed): Promise<Result<T, E | TooLate>> => {
      return isTooLate(sendBy, ctx.now()) ? err({ kind: "too_late" }) : command(ctx, parsed);
    })(environment, raw);
}
