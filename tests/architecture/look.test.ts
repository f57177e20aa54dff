import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Tailwind's own palette, written colours, sizes in brackets and variants by theme: all of them belong in the tokens. */
const OUTSIDE_THE_TOKENS: Record<string, RegExp> = {
  "a colour of Tailwind's palette":
    /\b(?:bg|text|border|ring|fill|stroke|outline|divide|shadow|from|to|via|accent|caret|decoration)-(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|black|white)\b/,
  "a written colour": /#[0-9a-f]{3,8}\b(?!["']?\s*\/?>)|\b(?:rgb|hsl|oklch|oklab)a?\(/i,
  // The widths of columns are rem: whole pixels ignore the reader's font size.
  "a size in brackets": /-\[-?[\d.]+(?:px|rem|em)\]|-(?:cols|rows)-\[[^\]\s]*\dpx/,
  "a variant by theme": /\bdark:/,
};

/** The code for a camera is always dark on white: many read no other. */
const FOR_CAMERAS = "components/security/app-card.tsx";
const PAGES = globSync("{app,components}/**/*.{ts,tsx}").filter((path) => path !== FOR_CAMERAS);

const outsideIn = (path: string, text: string) =>
  text.split("\n").flatMap((line, index) => {
    const code = line.replace(/\/\/.*$|^\s*\*.*$|href="#[^"]*"/g, "");
    return Object.entries(OUTSIDE_THE_TOKENS)
      .filter(([, pattern]) => pattern.test(code))
      .map(([what]) => `${path}:${index + 1} ${what}`);
  });

test("colours and sizes come from the tokens", () => {
  expect(PAGES.length).toBeGreaterThan(200);
  expect(PAGES.flatMap((path) => outsideIn(path, readFileSync(path, "utf8")))).toEqual([]);
});

test.each([
  ["a colour of Tailwind's palette", '<p className="text-red-500">'],
  ["a written colour", '<path stroke="#27487a" d="" />'],
  ["a size in brackets", '<p className="text-[13px]">'],
  ["a size in brackets", '<div className="lg:grid-cols-[minmax(0,1fr)_380px]">'],
  ["a variant by theme", '<p className="dark:bg-card">'],
])("%s is found", (what, line) => {
  expect(outsideIn("planted.tsx", line)).toEqual([`planted.tsx:1 ${what}`]);
});

const SURFACES = ["background", "card", "popover", "muted", "accent", "sidebar"];
const TEXTS = ["foreground", "muted-foreground", "subtle-foreground", "primary", "success", "warning", "destructive"];
const STATES = ["success", "warning", "destructive", "primary"];

type Rgb = [number, number, number];
const css = readFileSync("app/globals.css", "utf8");

/** The value of a token in one theme, through `var(--…)`. */
function colour(token: string, theme: "light" | "dark"): Rgb {
  const value = new RegExp(`^ {2}--${token}: (.+);$`, "m").exec(css)?.[1] ?? "";
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (other) return colour(other, theme);
  const hex = /^light-dark\(#(\w+), #(\w+)\)$/.exec(value)?.[theme === "light" ? 1 : 2];
  if (!hex) throw new Error(`--${token} is not light-dark(#…, #…): ${value}`);
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

/** WCAG 2.2, relative luminance. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

describe.each(["light", "dark"] as const)("contrast in the %s theme", (theme) => {
  const pairs = [
    ...SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface, 4.5] as const)),
    ...STATES.flatMap((state) => [state, "foreground"].map((text) => [text, `${state}-soft`, 4.5] as const)),
    ...STATES.map((state) => [`${state}-foreground`, state, 4.5] as const),
    ...["background", "card"].map((surface) => ["input", surface, 3] as const),
  ];
  test.each(pairs)("%s on %s", (text, surface, least) => {
    expect(contrast(colour(text, theme), colour(surface, theme))).toBeGreaterThanOrEqual(least);
  });
});

test("sentences end in the messages, as Japanese has a full stop of its own", () => {
  const ended = PAGES.filter((path) => path.endsWith(".tsx") && /`\$\{[^`]*\}\.[ `]/.test(readFileSync(path, "utf8")));
  expect(ended).toEqual([]);
});
