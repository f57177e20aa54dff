"use client";

import type { Route } from "next";
import Link from "next/link";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import { cn } from "@/lib/cn";

type Tab<Address extends string> = { name: string; text: string; href: Route<Address> };
type Props<Address extends string> = { label: string; tabs: Tab<Address>[]; current: string; className?: string };

/** Views of one page side by side. Each has an address, so it can be kept and shared. */
export function TabLinks<Address extends string>({ label, tabs, current, className }: Props<Address>) {
  return (
    <SegmentedLinks aria-label={label} className={cn("max-w-full flex-wrap", className)}>
      {tabs.map(({ name, text, href }) => (
        <Link
          key={name}
          href={href}
          prefetch={false}
          scroll={false}
          aria-current={name === current ? "page" : undefined}
          className={segmentVariants()}
        >
          {text}
        </Link>
      ))}
    </SegmentedLinks>
  );
}
