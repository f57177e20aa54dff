import { afterAll, beforeAll } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { openTestContext, type TestContext } from "./context";

export let context: TestContext;
export let admin: Ctx;
export let other: Ctx;

/** A console that has a production, with two admins. */
export function openTwoAdmins(): void {
  beforeAll(async () => {
    context = await openTestContext(undefined, { environment: "production" });
    [admin, other] = [await context.as("admin"), await context.another("admin")];
  });
  afterAll(() => context.close());
}
