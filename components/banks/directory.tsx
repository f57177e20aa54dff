import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Empty } from "@/components/feedback/empty";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { BanksFound, DirectoryBank, DirectoryEntry } from "@/lib/banks/schema";
import type { Environment } from "@/lib/environment";
import { formatDay } from "@/lib/time";
import { DirectorySearch } from "./directory-search";

type Shown = { environment: Environment; q: string; branch: string };

const addressOf = ({ environment, q, bank }: { environment: Environment; q: string; bank: string }) =>
  `/${environment}/banks?${new URLSearchParams({ ...(q !== "" && { q }), bank })}` as const;

/** Searches Japanese banks by code, name or kana. The list is advisory: it is unofficial and dated. */
export function Directory({ view, bank, ...shown }: Shown & { view: BanksFound; bank: string | null }) {
  const t = useTranslations("banks.directory");
  const locale = useLocale();
  const { environment, q } = shown;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">
          {t("asOf", { date: formatDay(view.asOf, locale) })}
        </span>
      </CardHeader>
      <DirectorySearch environment={environment} name="q" label={t("search")} hint={t("searchHint")} value={q}>
        {null}
      </DirectorySearch>
      {q !== "" && view.found.length === 0 && <Empty title={t("nothing", { q })}>{t("nothingText")}</Empty>}
      <Entries
        label={t("found")}
        entries={view.found}
        current={bank}
        address={(code) => addressOf({ environment, q, bank: code })}
      />
      {view.count > view.found.length && (
        <p className="px-4 py-3 text-sm text-muted-foreground">
          {t("more", { shown: view.found.length, count: view.count })}
        </p>
      )}
    </Card>
  );
}

export function BankBranches({ view: { bank, branches, count }, ...shown }: Shown & { view: DirectoryBank }) {
  const t = useTranslations("banks.directory");
  const { environment, q, branch } = shown;
  return (
    <Card>
      <CardHeader>
        <Copyable text={bank.code} what={t("bankCode")} />
        <CardTitle className="text-base">
          <span lang="ja">{bank.name}</span>
        </CardTitle>
        <span lang="ja" className="text-xs text-subtle-foreground">
          {bank.kana}
        </span>
        <span className="ml-auto text-xs text-subtle-foreground">{t("branches", { count })}</span>
      </CardHeader>
      <DirectorySearch
        environment={environment}
        name="branch"
        label={t("searchBranch")}
        hint={t("searchBranchHint")}
        value={branch}
      >
        {q !== "" && <input type="hidden" name="q" value={q} />}
        <input type="hidden" name="bank" value={bank.code} />
      </DirectorySearch>
      {branches.length === 0 && <Empty title={t("nothing", { q: branch })}>{t("nothingText")}</Empty>}
      <Entries
        label={t("branchList")}
        entries={branches}
        copies={(one) => `${bank.code} ${bank.name} ${one.code} ${one.name}`}
      />
    </Card>
  );
}

type EntriesProps = {
  label: string;
  entries: DirectoryEntry[];
  current?: string | null;
  address?: (code: string) => ReturnType<typeof addressOf>;
  /** What is copied beside the code. */
  copies?: (entry: DirectoryEntry) => string;
};

function Entries({ label, entries, current, address, copies }: EntriesProps) {
  const t = useTranslations("banks.directory");
  if (entries.length === 0) return null;
  return (
    <ul aria-label={label}>
      {entries.map((entry) => (
        <li
          key={entry.code}
          className="flex flex-wrap items-center min-h-10 gap-x-4 gap-y-0.5 border-b border-border px-4 py-1 last:border-b-0 has-aria-[current]:bg-primary-soft"
        >
          <span className="w-20 shrink-0">
            <Copyable text={entry.code} what={`${t("code")} ${entry.code}`} />
          </span>
          {address ? (
            <Link
              prefetch={false}
              href={address(entry.code)}
              aria-current={entry.code === current ? "true" : undefined}
              className="min-w-40 text-primary hover:underline aria-[current]:font-semibold"
            >
              <span lang="ja">{entry.name}</span>
            </Link>
          ) : (
            <span lang="ja" className="min-w-40">
              {entry.name}
            </span>
          )}
          <span lang="ja" className="text-xs text-subtle-foreground">
            {entry.kana}
          </span>
          {copies && (
            <span className="ml-auto">
              <Copyable text={copies(entry)} what={t("whole", { code: entry.code })}>
                <span className="text-xs text-subtle-foreground">{t("copyWhole")}</span>
              </Copyable>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
