import "server-only";
import { headers } from "next/headers";
import type { z } from "zod";
import { type Ctx, contextFor, Forbidden } from "@/lib/auth/context";
import type { Problem, TooLate } from "@/lib/auth/problem";
import { env } from "@/lib/env";
import { isEnvironment } from "@/lib/environment";
import { fieldProblems } from "@/lib/fields";
import { reachAction } from "@/lib/http/action-call";
import { log } from "@/lib/log";
import { err, type Result } from "@/lib/result";
import { isTooLate } from "@/lib/send-by";
import { activeUser } from "./current-user";

/** Every server action is made here, so none can forget where it came from, who is asking or what was sent. */
export function action<S extends z.ZodType, T, E>(
  input: S,
  command: (ctx: Ctx, input: z.output<S>) => Promise<Result<T, E>>,
) {
  return async (environment: string, raw: z.input<S>): Promise<Result<T, E | Problem>> => {
    reachAction();
    // The address is a constant of ours: a forwarded host can be forged, and no browser omits Origin on a POST.
    if ((await headers()).get("origin") !== env().appUrl) return err({ kind: "foreign_origin" });

    const user = await activeUser();
    if (!user) return err({ kind: "signed_out" });
    const ctx = isEnvironment(environment) ? contextFor(user, environment) : null;
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
      throw error; // A bug. Next logs it and shows the error page with a digest.
    }
  };
}

/** The same for what moves money: a request that was delivered after its deadline is refused, and nothing is done. */
export function timedAction<S extends z.ZodType, T, E>(
  input: S,
  command: (ctx: Ctx, input: z.output<S>) => Promise<Result<T, E>>,
) {
  return (environment: string, raw: z.input<S>, sendBy: string): Promise<Result<T, E | Problem | TooLate>> =>
    action(input, async (ctx, parsed): Promise<Result<T, E | TooLate>> => {
      return isTooLate(sendBy, ctx.now()) ? err({ kind: "too_late" }) : command(ctx, parsed);
    })(environment, raw);
}
