import { passGate } from "@/lib/http/middleware";

export { passGate as proxy };

export const config = {
  // Pages only: callbacks and polled routes answer for themselves, and matching them would cost them a third.
  matcher: [
    "/((?!api/|v1/|mcp$|_next/static/|favicon.ico|icon.svg|icon-maskable.svg|manifest.webmanifest|robots.txt|sw.js).*)",
  ],
};
