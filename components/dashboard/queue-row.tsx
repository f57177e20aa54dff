import type { LucideIcon } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Count } from "@/components/ui/count";
import { cn } from "@/lib/cn";

const TONES = {
  watch: "text-warning",
  failed: "text-destructive",
  mine: "text-primary",
  neutral: "text-muted-foreground",
};

type Tone = keyof typeof TONES;

type GroupProps = {
  title: string;
  count?: number | string | undefined;
  tone?: "watch" | "neutral";
  /** What is true of all of them. */
  note?: ReactNode;
  /** How many are not listed, and the way to them. */
  more?: ReactNode;
  children: ReactNode;
};

/** Items of one kind, which are dealt with alike. */
export function QueueGroup({ title, count, tone = "neutral", note, more, children }: GroupProps) {
  return (
    <section className="border-b border-border last:border-b-0">
      <h3 className="flex min-h-7.5 items-center gap-2 border-b border-border bg-muted px-4 py-1 text-xs font-semibold text-muted-foreground">
        {title}
        {count !== undefined && <Count tone={tone}>{count}</Count>}
        {note && <span className="ml-auto text-right font-normal text-subtle-foreground max-md:hidden">{note}</span>}
      </h3>
      <ul aria-label={title}>{children}</ul>
      {more && <p className="border-t border-border px-4 py-2 text-xs text-subtle-foreground">{more}</p>}
    </section>
  );
}

type RowProps = {
  icon: LucideIcon;
  tone: Tone;
  title: ReactNode;
  /** Which one it is, and about whom. */
  detail?: ReactNode;
  amount?: ReactNode;
  /** Since when, or until when. */
  due?: ReactNode;
  /** The one thing to do about it. */
  action: ReactNode;
  /** What has to be read before anything is done. */
  children?: ReactNode;
};

/** One line where there is room; on a phone two, with the button below. */
export function QueueRow({ icon: Icon, tone, title, detail, amount, due, action, children }: RowProps) {
  return (
    <li className="relative grid min-h-10 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-2.5 border-b border-border px-4 py-1.5 text-md last:border-b-0 @2xl:grid-cols-[1.25rem_minmax(0,1fr)_minmax(0,1.35fr)_minmax(4.5rem,auto)_8.5rem_auto]">
      <Icon aria-hidden className={cn("size-4", TONES[tone])} />
      <p className="min-w-0 font-semibold break-words">{title}</p>
      <div className="min-w-0 text-sm text-muted-foreground @max-2xl:order-1 @max-2xl:col-start-2 @2xl:truncate @max-2xl:[&_a]:relative @max-2xl:[&_a]:z-1">
        {detail}
      </div>
      <p className="text-right font-semibold figures">{amount}</p>
      <div className="text-xs text-muted-foreground figures @max-2xl:order-1 @max-2xl:text-right">{due}</div>
      <div className="flex justify-end gap-1 @max-2xl:order-3 @max-2xl:col-span-2 @max-2xl:col-start-2 @max-2xl:justify-start @max-2xl:[&_button]:relative @max-2xl:[&_button]:z-1">
        {action}
      </div>
      {children && (
        <div className="col-span-full col-start-2 grid gap-0.5 text-sm text-muted-foreground @max-2xl:order-2">
          {children}
        </div>
      )}
    </li>
  );
}

type LinkProps<Path extends string> = {
  href: Route<Path>;
  label?: string;
  /** The ID of what tells it from those of other rows. */
  describedBy?: string;
  children: ReactNode;
};

/** The action of an item as a link: a button, or the whole item where it takes two lines. */
export function QueueLink<Path extends string>({ href, label, describedBy, children }: LinkProps<Path>) {
  return (
    <Link prefetch={false} className={LINK} href={href} aria-label={label} aria-describedby={describedBy}>
      {children}
    </Link>
  );
}

const LINK = buttonVariants({
  size: "small",
  className:
    "@max-2xl:absolute @max-2xl:inset-0 @max-2xl:justify-start @max-2xl:overflow-hidden @max-2xl:rounded-none @max-2xl:border-transparent @max-2xl:bg-transparent! @max-2xl:-indent-384 @max-2xl:-outline-offset-2",
});
