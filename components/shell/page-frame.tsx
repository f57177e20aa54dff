import type { ReactNode, RefObject } from "react";
import { PageTitle } from "@/components/display/page-title";
import { ParentLink } from "@/components/navigation/parent-link";
import type { SectionName } from "@/components/navigation/sections";
import type { Environment } from "@/lib/environment";

type List =
  | Exclude<SectionName, "dashboard">
  | "transactions/backfill"
  | "players/bulk"
  | "daily-close/months"
  | "settings/team";

type Parent = { href: `/${Environment}/${List}`; title: string };

type Props = {
  /** What the tab says, and the heading. */
  title: string;
  /** Where the heading is another than the title. */
  heading?: ReactNode;
  /** Where the heading is to get the focus after a change of what the page shows. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** The list that a detail page belongs to. */
  parent?: Parent;
  /** Another that it may have been opened from. */
  otherParent?: Parent | undefined;
  /** The pill of the state that it is in. */
  state?: ReactNode;
  /** One line of figures about what the page holds. */
  summary?: ReactNode;
  /** At most two secondary buttons and one primary, which comes last. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Every page begins alike: what it is, its figures in one line, and what one can do from here. */
export function PageFrame({
  title,
  heading = title,
  headingRef,
  parent,
  otherParent,
  state,
  summary,
  actions,
  children,
}: Props) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          {parent && <ParentLink own={parent} other={otherParent} />}
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 ref={headingRef} tabIndex={headingRef && -1} className="min-w-0 break-words">
              {heading}
            </h1>
            {state}
          </div>
          {summary && (
            <p className="mt-px text-sm text-muted-foreground [&_b]:font-semibold [&_b]:text-foreground">{summary}</p>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </>
  );
}
