import { homeEnvironment } from "@/lib/auth/context";

export const dynamic = "force-dynamic";

/**
 * There is no console without an environment: leads to the first that is configured. A page would send the stylesheet
 * with the redirect.
 */
export const GET = () => new Response(null, { status: 307, headers: { location: `/${homeEnvironment()}` } });
