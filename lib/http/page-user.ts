import "server-only";
import { headers } from "next/headers";
import type { User } from "@/lib/auth/actor";
import { PAGE_USER } from "@/lib/auth/page-user";

/**
 * Whether the page that asks was drawn for another user. Tabs share the session cookie: after a sign-in in a second tab,
 * the first one would act as that user under the name of the other.
 */
export async function isPageOfOther({ id }: User): Promise<boolean> {
  const drawnFor = (await headers()).get(PAGE_USER);
  return drawnFor !== null && drawnFor !== id;
}
