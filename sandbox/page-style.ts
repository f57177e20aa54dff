/** The style of the pages that the sandbox serves, as the console has it: colours by day and by night, type, parts. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --background: light-dark(#faf9f6, #121418);
  --foreground: light-dark(#1c2026, #e9e7e2);
  --card: light-dark(#fff, #191c21);
  --muted: light-dark(#f4f2ed, #15181c);
  --muted-foreground: light-dark(#535a65, #a9aeb7);
  --accent: light-dark(#efece5, #23272e);
  --primary: light-dark(#27487a, #8fb1e6);
  --primary-foreground: light-dark(#fdfcfa, #10161f);
  --border: light-dark(#e5e1d8, #2a2e35);
  --border-strong: light-dark(#d3cdc0, #3a3f48);
  --destructive: light-dark(#b3372a, #e98b7f);
  --destructive-soft: light-dark(#f9e9e6, #331b18);
  --warning: light-dark(#8a5a0c, #e0b25c);
  --warning-soft: light-dark(#faf0dc, #2c2414);
  --font-sans: -apple-system, "Segoe UI Variable Text", "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic UI", Meiryo, system-ui, sans-serif;
  --font-mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK JP", "BIZ UDGothic", monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--foreground); font: 14px/1.5 var(--font-sans); font-variant-numeric: tabular-nums; -webkit-font-smoothing: antialiased; }
h1, h2, p, dl, dd { margin: 0; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
h2 { font-size: 14px; line-height: 20px; font-weight: 600; }
.band { min-height: 24px; padding: 3px 16px; border-bottom: 1px solid var(--border); background: repeating-linear-gradient(135deg, var(--warning-soft) 0 10px, var(--background) 10px 20px); color: var(--warning); font-size: 12px; line-height: 18px; font-weight: 600; text-align: center; }
.card { overflow: hidden; border: 1px solid var(--border); border-radius: 10px; background: var(--card); }
.summary { color: var(--muted-foreground); font-size: 13px; line-height: 20px; }
button { min-height: 32px; padding: 0 12px; border: 1px solid var(--border-strong); border-radius: 8px; background: var(--card); color: inherit; font: 500 13.5px/20px var(--font-sans); white-space: nowrap; cursor: pointer; }
button:hover { background: var(--accent); }
button:disabled { border-style: dashed; background: var(--muted); color: var(--muted-foreground); cursor: default; }
button.primary { border-color: var(--primary); background: var(--primary); color: var(--primary-foreground); font-weight: 600; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
`;
