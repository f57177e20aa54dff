export const PRIVATE = { "cache-control": "private, no-store" };
export const none = (status: number) => new Response(null, { status, headers: PRIVATE });
