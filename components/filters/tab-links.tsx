import type { Route } from "next";
import Link from "next/link";

type Tab<Address extends string> = { name: string; text: string; href: Route<Address> };
type Props<Address extends string> = { label: string; tabs: Tab<Address>[]; current: string };

/** Views of one page side by side. Each has an address, so it can be kept and shared. */
export function TabLinks<Address extends string>({ label, tabs, current }: Props<Address>) {
  return (
    <nav
      aria-label={label}
      className="mb-4 flex w-fit max-w-full flex-wrap overflow-hidden rounded-lg border border-border-strong text-sm"
    >
      {tabs.map(({ name, text, href }) => (
        <Link
          key={name}
          href={href}
          aria-current={name === current ? "true" : undefined}
          className="px-3 py-1.25 text-muted-foreground -outline-offset-2 hover:text-foreground aria-[current=true]:bg-card aria-[current=true]:font-semibold aria-[current=true]:text-foreground pointer-coarse:py-2.5"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
