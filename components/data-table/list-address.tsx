"use client";

import type { Route } from "next";
import Link from "next/link";
import { parseAsString, useQueryStates } from "nuqs";
import { type ComponentProps, createContext, type ReactNode, useContext, useMemo } from "react";
import { partsIn } from "@/lib/list/page";

type Values = Record<string, string | null | undefined>;

/** What the address of a list says, and how to change it. A change of the filter leads to the first page. */
export type ListAddress = {
  values: Record<string, string | null>;
  /** Filter and place, and the filter alone, as a query in the list's order. */
  query: string;
  filter: string;
  set: (changed: Values) => void;
  hrefOf: (changed: Values) => string;
  /** Whether a change is asked of the server. */
  isReadByPage: boolean;
};

const Context = createContext<ListAddress | null>(null);

export function useListAddress(): ListAddress {
  const address = useContext(Context);
  if (!address) throw new Error("a part of a list outside of a list");
  return address;
}

const FIRST_PAGE = { after: null, before: null };

/**
 * `parts` are the parts of an address that the list understands; they never change. `isReadByPage`: the server reads
 * the list for each address, so a change has to reach it.
 */
export function ListAddressProvider({
  path,
  parts,
  isReadByPage = false,
  children,
}: {
  path: string;
  parts: readonly string[];
  isReadByPage?: boolean;
  children: ReactNode;
}) {
  const parsers = useMemo(() => Object.fromEntries(parts.map((part) => [part, parseAsString])), [parts]);
  const [values, setValues] = useQueryStates(parsers, { history: "push", shallow: !isReadByPage });
  const address = useMemo((): ListAddress => {
    const changedTo = (changed: Values): Values => ({ ...values, ...FIRST_PAGE, ...changed });
    return {
      values,
      query: partsIn(values, parts),
      filter: partsIn({ ...values, ...FIRST_PAGE }, parts),
      isReadByPage,
      set: (changed) => {
        // Without a network the browser would leave the page for an error page of its own.
        if (isReadByPage && !navigator.onLine) return;
        const next = changedTo(changed);
        const isPageTurn = changed.after != null || changed.before != null;
        void setValues(Object.fromEntries(parts.map((part) => [part, next[part] || null])), { scroll: isPageTurn });
      },
      hrefOf: (changed) => [path, partsIn(changedTo(changed), parts)].filter(Boolean).join("?"),
    };
  }, [values, setValues, path, parts, isReadByPage]);
  return <Context value={address}>{children}</Context>;
}

/** The values of a query alone: nothing else that the address says stays. */
export const onlyValues = (parts: readonly string[], query: string): Values => {
  const given = new URLSearchParams(query);
  return Object.fromEntries(parts.map((part) => [part, given.get(part)]));
};

/** Of a link that changes the address alone: it works without a network. */
export const STAYS = { "data-stays": true };

type LinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch" | "onNavigate"> & { to: Values };

/** A link to the list with another filter, sort or page. It changes the address; the list follows without a new page. */
export function ListLink({ to, ...props }: LinkProps) {
  const { set, hrefOf, isReadByPage } = useListAddress();
  return (
    <Link
      {...props}
      {...(!isReadByPage && STAYS)}
      prefetch={false}
      href={hrefOf(to) as Route}
      onNavigate={(event) => {
        event.preventDefault();
        set(to);
      }}
    />
  );
}
