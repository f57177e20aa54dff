import "server-only";
import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/env";
import { comeAgainTo } from "./come-again";
import { SECURITY_TXT, securityTxt } from "./security-txt";
import { sessionCookie } from "./session-cookie";
import { TOAST_STYLES } from "./toast-styles";

/** The address of the page that is rendered: a page without a session redirects to sign-in, and from there back. */
export const PAGE_ADDRESS = "x-page-address";

/**
 * Gives each page a nonce for its scripts and styles, and redirects requests without a session cookie to the sign-in
 * page. A convenience only: queries and actions check the session itself.
 */
export function passGate(request: NextRequest): Response {
  const { pathname, search } = request.nextUrl;
  if (pathname === SECURITY_TXT) return answerSecurityTxt();
  // Only reads are redirected: an action returns `signed_out`, so that input stays on the page.
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && !isForStrangers(pathname) && !request.cookies.has(sessionCookie())) {
    // Never joined by the rules of relative addresses, by which "//host/" would be another site.
    if (isLinkFromElsewhere(request)) return comeAgainTo(env().appUrl + pathname + search);
    // Based on our configured address: a forged Host header must not redirect elsewhere.
    const to = new URL("/sign-in", env().appUrl);
    if (pathname !== "/") to.searchParams.set("return", pathname + search);
    return NextResponse.redirect(to);
  }
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy); // Next reads the nonce from here and puts it on its scripts.
  headers.set("x-nonce", nonce); // For the stylesheet in the page.
  headers.set(PAGE_ADDRESS, pathname + search); // In place of any that the browser sent.
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Pages that need no session: sign-in, e-mailed links, password reset. */
const isForStrangers = (pathname: string) =>
  ["/sign-in", "/sign-in/password-reset"].includes(pathname) || pathname.startsWith("/sign-in/link/");

/**
 * Whether a link in a page of another site was followed, such as a chat or a mailbox. Its user may be signed in. The
 * second request comes from a page of ours, so that this cannot go on.
 */
function isLinkFromElsewhere({ method, headers, nextUrl: { pathname } }: NextRequest): boolean {
  const isPage = headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
  return method === "GET" && isPage && headers.get("sec-fetch-site") === "cross-site" && !asksService(pathname);
}

/**
 * Pages that do more than read as they open: they ask the service, and the log has the user as the one who asked. No
 * other site decides that. The second step leads on to any page.
 */
function asksService(pathname: string): boolean {
  try {
    return /^\/[^/]+\/(search|api-status|second-step)\/*$/.test(decodeURIComponent(pathname));
  } catch {
    return true; // No page has an address that cannot be decoded.
  }
}

function answerSecurityTxt(): NextResponse {
  const { appUrl, securityContact: contact } = env();
  if (contact === null) return new NextResponse(null, { status: 404 });
  const text = securityTxt({ contact, appUrl, now: new Date() });
  return new NextResponse(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
}

function contentSecurityPolicy(nonce: string): string {
  const { appUrl, development } = env();
  const rules = [
    "default-src 'self'",
    // React's development build evaluates code to rebuild the server's stack traces.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}' ${TOAST_STYLES}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    // Falls back to script-src otherwise, whose strict-dynamic leaves 'self' out.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(appUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ];
  return rules.join("; ");
}
