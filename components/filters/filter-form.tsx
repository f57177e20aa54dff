import Form from "next/form";
import Link from "next/link";
import type { ReactNode } from "react";
import { FilterCard } from "@/components/filters/filter-card";
import { Button, buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";

type Props = {
  path: `/${Environment}/settings/audit`;
  /** How many filters hold. */
  count: number;
  /** The address without them. */
  clear: string;
  words: { apply: string; clear: string };
  /** The boxes, and what else is to stay in the address. */
  children: ReactNode;
};

/** Filters of a log, as a plain form: all of it stands in the address, so that a view can be kept, shared and gone back to. */
export function FilterForm({ path, count, clear, words, children }: Props) {
  return (
    <FilterCard count={count}>
      <Form action={path} className="grid gap-3">
        {children}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" size="field">
            {words.apply}
          </Button>
          {count > 0 && (
            <Link href={`${path}?${clear}`} className={buttonVariants({ size: "field", variant: "ghost" })}>
              {words.clear}
            </Link>
          )}
        </div>
      </Form>
    </FilterCard>
  );
}

/** Of a box for an id or a code: nothing that a keyboard would make of it. */
export const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
