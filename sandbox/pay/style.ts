import { raw } from "hono/html";

/** Readable on a phone, by day and by night. */
export const STYLE = raw(`
:root { color-scheme: light dark; font: 16px/1.6 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; }
body { margin: 0; }
.band { margin: 0; padding: .25rem 1rem; text-align: center; background: #7a4b00; color: #fff; font-size: .85rem; }
main { max-width: 28rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; }
[lang=en] { opacity: .75; font-size: .875em; }
dl { margin: 1.5rem 0; }
dt { font-size: .875rem; }
dd { display: flex; gap: .5rem; align-items: center; justify-content: space-between; margin: 0 0 1rem; font-size: 1.2rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
dd > span { user-select: all; min-width: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
button { font: inherit; border: 1px solid; border-radius: .5rem; background: none; color: inherit; cursor: pointer; }
button[data-copy] { flex: none; min-height: 2.25rem; padding: 0 .75rem; font-size: .875rem; }
button.main { width: 100%; min-height: 3rem; margin-bottom: .75rem; background: #14532d; border-color: #14532d; color: #fff; }
button.main.plain { background: none; border-color: currentColor; color: inherit; }
`);
