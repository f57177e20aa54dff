"use client";

import { Search } from "lucide-react";
import Form from "next/form";
import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/filters/tab-links";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import { type TeamFilter, USERS_SHOWN, type UsersShown } from "@/lib/team/schema";

type Props = { environment: Environment; filter: TeamFilter; counts: Record<UsersShown, number> };

/** One line above the users: find by name or address, and which of them. All of it stands in the address. */
export function TeamFilters({ environment, filter: { show, q }, counts }: Props) {
  const t = useTranslations("team");
  const tabs = USERS_SHOWN.map((name) => ({
    name,
    text: t(`shown.${name}`, { count: counts[name] }),
    href: `/${environment}/settings/team?${new URLSearchParams({ show: name, ...(q !== "" && { q }) })}` as const,
  }));
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-border p-2">
      <Form action={`/${environment}/settings/team`} className="flex min-w-0 flex-1 basis-56 gap-2 sm:max-w-72">
        <Input
          key={q}
          name="q"
          type="search"
          aria-label={t("searchLabel")}
          placeholder={t("searchLabel")}
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-8 text-md"
        />
        {show !== "all" && <input type="hidden" name="show" value={show} />}
        <Button type="submit" size="icon" className="size-8" aria-label={t("search")} title={t("search")}>
          <Search aria-hidden />
        </Button>
      </Form>
      <TabLinks label={t("filter")} tabs={tabs} current={show} />
    </div>
  );
}
