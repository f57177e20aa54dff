import "server-only";

const ESCAPED: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

/**
 * A browser that was sent here by another site leaves out the cookies that are strictly ours. This page asks it to come
 * again to an address of ours: as the request is then made from a page of ours, it brings them.
 */
export function comeAgainTo(address: string): Response {
  // Escaped, so that nothing in it can end the attribute.
  const to = address.replaceAll(/[&"<>]/g, (sign) => ESCAPED[sign] ?? sign);
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${to}"><title>Choba</title>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  };
  return new Response(page, { headers });
}
