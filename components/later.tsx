import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";

/**
 * A component whose code comes when it is first drawn; until then `waiting` stands in its place, and the page around it
 * stays as it is. What this takes is in React already: `next/dynamic` is a kilobyte more on every page.
 */
export function later<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  waiting: ReactNode = null,
): (props: Props) => ReactNode {
  const loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return (props) => createElement(Suspense, { fallback: waiting }, createElement(loaded, props));
}
