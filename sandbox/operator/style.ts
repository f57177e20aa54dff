import { raw } from "hono/html";
import { PAGE_STYLE } from "../page-style";

export const STYLE = raw(`${PAGE_STYLE}
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; max-width: 1600px; margin: 0 auto; padding: 18px 24px 24px; }
.card > h2 { padding: 12px 16px; border-bottom: 1px solid var(--border); }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline-offset: -2px; }
table { width: 100%; border-collapse: collapse; font-size: 13.5px; line-height: 20px; }
th, td { padding: 8px 10px; border-bottom: 1px solid var(--border); text-align: left; vertical-align: top; white-space: nowrap; }
th { background: var(--muted); color: var(--muted-foreground); font-size: 12px; line-height: 18px; font-weight: 500; }
th:first-child, td:first-child { padding-left: 16px; }
th:last-child, td:last-child { padding-right: 16px; }
tr:last-child td { border-bottom: 0; }
code { display: block; min-width: 20rem; max-width: 40rem; font: 12px/18px var(--font-mono); white-space: normal; overflow-wrap: anywhere; }
td button { min-height: 26px; margin: -3px 4px -3px 0; padding: 0 9px; border-radius: 6px; font-size: 12px; line-height: 18px; }
#problem { padding: 10px 12px; border-radius: 8px; background: var(--destructive-soft); color: var(--destructive); font-size: 13px; line-height: 20px; }
#problem:empty { display: none; }
strong { color: var(--destructive); font-weight: 600; }
@media (max-width: 45rem) { main { gap: 12px; padding: 14px 16px; } }
`);
