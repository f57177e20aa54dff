"use client";

import { ChevronLeft } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { LinkPending } from "./link-label";

type List<Path extends string> = { href: Route<Path>; title: string };
type Props<Path extends string> = { own: List<Path>; other?: List<Path> | undefined };

/** Above the heading of a detail page: the list that it was opened from, as it was filtered, or else its own list. */
export function ParentLink<Path extends string>({ own, other }: Props<Path>) {
  const before = useSyncExternalStore(never, addressBefore, () => "");
  const [path, query] = before.split("?");
  const { href, title } = other && path === other.href ? other : own;
  return (
    <Link
      href={path === href && query ? (`${href}?${query}` as Route) : href}
      className="-ml-1 flex min-h-6 w-fit items-center gap-0.5 text-xs text-muted-foreground hover:text-foreground hover:underline print:hidden"
    >
      <ChevronLeft aria-hidden className="size-3.5" />
      {title}
      <LinkPending shape={href.includes("/settings/") ? "dim" : "list"} />
    </Link>
  );
}

/** What is in the tab's history never changes under a page. */
const never = () => () => {};

/** The address in this tab's history before those of this page. Older browsers do not say. */
function addressBefore(): string {
  if (!("navigation" in window)) return "";
  const entries = navigation.entries().slice(0, navigation.currentEntry?.index);
  const addresses = entries.map(({ url }) => new URL(url ?? location.href));
  const before = addresses.findLast(({ pathname }) => pathname !== location.pathname);
  return before ? before.pathname + before.search : "";
}
