/** Browser and system, as far as the user agent tells: enough to recognise one's own devices in a list. */
export type Device = { browser: string | null; system: string | null };

// The first match counts, as each also claims to be some of those below it.
const BROWSERS: [name: string, pattern: RegExp][] = [
  ["Edge", /\bEdgA?\/|\bEdgiOS\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\bFirefox\/|\bFxiOS\//],
  ["Chrome", /\b(Headless)?Chrome\/|\bCriOS\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [name: string, pattern: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

export function deviceFrom(userAgent: string | null): Device {
  const named = (list: typeof BROWSERS) => list.find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0] ?? null;
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
