import "server-only";
import { env } from "@/lib/env";
import { onRequest } from "@/lib/process/on-request";

/** Features that no page uses are off; passkeys and copying are allowed for our own origin. */
const PERMISSIONS = [
  ...["accelerometer", "camera", "clipboard-read", "display-capture", "geolocation", "gyroscope", "hid"],
  ...["magnetometer", "microphone", "midi", "payment", "serial", "usb"],
].map((feature) => `${feature}=()`);
const OWN = ["clipboard-write", "publickey-credentials-create", "publickey-credentials-get"];

/** For every response, including files and errors that Next serves without our code. */
const ALWAYS: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": [...PERMISSIONS, ...OWN.map((feature) => `${feature}=(self)`)].join(", "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** For responses other than pages: no scripts, no framing, no caching. */
const NO_PAGE: Record<string, string> = {
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "private, no-store",
};

const YEAR_SECONDS = 365 * 24 * 3600;

/** Sets them as soon as Node has parsed a request. Pages may override them later. */
export function guardEdges(): void {
  const isSecure = env().appUrl.startsWith("https:");
  const always = isSecure
    ? { ...ALWAYS, "strict-transport-security": `max-age=${YEAR_SECONDS}; includeSubDomains` }
    : ALWAYS;
  onRequest("security headers", ({ request, response }) => {
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
    // The address is the secret. Styles and scripts are asked for before a page's own <meta> would be read.
    if (request.url?.startsWith("/sign-in/link/")) response.setHeader("referrer-policy", "no-referrer");
    if (!request.url?.startsWith("/api/")) return;
    for (const [name, value] of Object.entries(NO_PAGE)) response.setHeader(name, value);
  });
}
