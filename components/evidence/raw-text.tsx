import type { ReactNode } from "react";

/** Text exactly as it went over the wire. */
export function RawText({ name, children }: { name: ReactNode; children: string }) {
  return (
    <figure className="mt-2">
      <figcaption className="text-subtle-foreground">{name}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="mt-1 max-h-80 overflow-auto rounded-md bg-muted p-2.5 font-mono text-xs whitespace-pre-wrap break-all"
      >
        {children}
      </pre>
    </figure>
  );
}

/** Headers as lines, in the order of their names. */
export const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
