"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type ComponentProps, type MouseEvent, useTransition } from "react";

type Props<T extends string> = Omit<ComponentProps<"a">, "href"> & { href: Route<T> };

/**
 * A way to another page of the console, marked with `data-pending` until that page is there. Next's own weighs 3 kB more
 * on every page, above all for asking ahead, of which pages that are made anew for each reader have nothing.
 */
export function Link<T extends string>({ href, onClick, ...props }: Props<T>) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    startTransition(() => router.push(href));
  }
  return <a {...props} href={href} data-pending={isPending || undefined} onClick={go} />;
}

/** In a new tab or window, or as a file: that is the browser's to do. */
const opensElsewhere = ({ currentTarget, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent<HTMLAnchorElement>) =>
  metaKey || ctrlKey || shiftKey || altKey || currentTarget.target !== "" || currentTarget.hasAttribute("download");
