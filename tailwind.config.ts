import type { Config } from "tailwindcss";

/** Names for the tokens that app/globals.css defines; the values live there, light and dark side by side. */
export default {
  theme: {
    extend: {
      colors: {
        paper: "var(--paper)",
        surface: "var(--surface)",
        sunken: "var(--sunken)",
        ink: { DEFAULT: "var(--ink)", 2: "var(--ink-2)", 3: "var(--ink-3)" },
        line: { DEFAULT: "var(--line)", 2: "var(--line-2)" },
        edge: "var(--edge)",
        ai: { DEFAULT: "var(--ai)", soft: "var(--ai-soft)" },
        paid: { DEFAULT: "var(--paid)", soft: "var(--paid-soft)" },
        fail: { DEFAULT: "var(--fail)", soft: "var(--fail-soft)" },
        watch: { DEFAULT: "var(--watch)", soft: "var(--watch-soft)" },
      },
      fontFamily: { sans: "var(--sans)", mono: "var(--mono)" },
    },
  },
} satisfies Config;
