import { raw } from "hono/html";

export const STYLE = raw(`
:root { color-scheme: light dark; font: 14px/1.5 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; }
body { margin: 0 auto; max-width: 90rem; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8886; }
code { display: block; min-width: 20rem; max-width: 40rem; overflow-wrap: anywhere; font-size: .85em; }
button { font: inherit; margin: 0 .25rem .25rem 0; cursor: pointer; }
#problem { color: #c00; } #problem:empty { display: none; }
`);
