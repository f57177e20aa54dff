import { raw } from "hono/html";
import { PAGE_STYLE } from "../page-style";

/** Readable on a phone, by day and by night. */
export const STYLE = raw(`${PAGE_STYLE}
main { display: grid; gap: 16px; max-width: 28rem; margin: 0 auto; padding: 24px 16px; }
.summary { margin-top: 4px; }
[lang=en] { color: var(--muted-foreground); font-size: 12px; font-weight: 400; }
h1 [lang=en] { font-size: 14px; }
.row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; align-items: center; padding: 8px 16px; border-bottom: 1px solid var(--border); }
.row:last-child { border-bottom: 0; }
dt { grid-column: 1; color: var(--muted-foreground); font-size: 12px; line-height: 18px; }
dd { display: contents; }
dd > span { grid-column: 1; min-width: 0; font-size: 14px; line-height: 21px; font-weight: 500; overflow-wrap: anywhere; user-select: all; }
dd > button { grid-column: 2; grid-row: 1 / span 2; min-height: 36px; }
.row.main dd > span { font-size: 24px; line-height: 30px; font-weight: 600; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.choices { display: grid; gap: 8px; }
.choices button { width: 100%; min-height: 44px; font-size: 14px; }
button.primary [lang=en] { color: inherit; }
`);
