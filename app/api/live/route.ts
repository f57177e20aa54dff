export const dynamic = "force-dynamic";

/** Says that this process answers, and asks nothing else: a database that is away is no reason to restart it. */
export const GET = () => Response.json({ alive: true });
