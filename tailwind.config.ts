import type { Config } from "tailwindcss";

/** Names for the tokens that app/globals.css defines; the values live there, light and dark side by side. */
export default {
  theme: {
    extend: {
      colors: {
        background: "var(--background)",
        foreground: "var(--foreground)",
        card: { DEFAULT: "var(--card)", foreground: "var(--card-foreground)" },
        popover: { DEFAULT: "var(--popover)", foreground: "var(--popover-foreground)" },
        muted: { DEFAULT: "var(--muted)", foreground: "var(--muted-foreground)" },
        subtle: { foreground: "var(--subtle-foreground)" },
        border: { DEFAULT: "var(--border)", strong: "var(--border-strong)" },
        input: "var(--input)",
        ring: "var(--ring)",
        primary: { DEFAULT: "var(--primary)", foreground: "var(--primary-foreground)" },
        secondary: { DEFAULT: "var(--secondary)", foreground: "var(--secondary-foreground)" },
        accent: { DEFAULT: "var(--accent)", foreground: "var(--accent-foreground)" },
        success: { DEFAULT: "var(--success)", muted: "var(--success-muted)" },
        destructive: { DEFAULT: "var(--destructive)", muted: "var(--destructive-muted)" },
        warning: { DEFAULT: "var(--warning)", muted: "var(--warning-muted)" },
        info: { DEFAULT: "var(--info)", muted: "var(--info-muted)" },
      },
      fontFamily: { sans: "var(--sans)", mono: "var(--mono)" },
    },
  },
} satisfies Config;
