import "server-only";
import { notifications } from "@/drizzle/schema/notifications";
import type { Actor } from "@/lib/auth/actor";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import type { Environment } from "@/lib/environment";
import type { Announcement } from "./events";

type Who = { actor: Actor; environment: Environment; now: () => Date };

/** Puts an event into the outbox, in the transaction of its change. While one about the subject is open, it is no news. */
export async function announce(tx: Tx, { actor, environment, now }: Who, { event, subject }: Announcement) {
  const causedBy = actor.kind === "user" ? actor.id : null;
  const made = await tx
    .insert(notifications)
    .values({ environment, event, subject, causedBy, at: now() })
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  if (made.length > 0) await enqueue(tx, "fan-out-notifications", { environment });
}

type Home = { hasProduction: boolean; environment: Environment };

/** Where changes of users, who belong to no environment, are announced: each once. */
export const proposalsHome = ({ hasProduction, environment }: Home): Environment =>
  hasProduction ? "production" : environment;
