import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Timestamp } from "@/components/display/timestamp";
import { Card, TitledCard } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import type { Environment } from "@/lib/environment";
import { monthsCache } from "@/lib/months/cache";
import type { MonthView, PackageRow } from "@/lib/months/schema";

type Props = { environment: Environment; month: MonthView; mayDownload: boolean };

/** Every package of a month, the newest first. An older one stays as it was. */
export function PackageList({ environment, month: { month, packages }, mayDownload }: Props) {
  const t = useTranslations("months");
  return (
    <TitledCard title={t("packages")}>
      <ul className="divide-y divide-border">
        {packages.map((one, at) => (
          <li key={one.version} className="grid grid-cols-1 gap-2 px-4 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">{t("package", { version: one.version })}</span>
              <span className="text-sm text-muted-foreground">
                {one.requestedBy} <Timestamp at={one.packed?.at ?? one.requestedAt} style="minute" />
              </span>
              {at > 0 && <span className="text-xs text-subtle-foreground">{t("superseded")}</span>}
              {one.packed && mayDownload && (
                <DownloadLink
                  href={`${monthsCache.path(environment, month)}/packages/${one.version}`}
                  aria-label={t("downloadOf", { version: one.version })}
                  className="ml-auto"
                >
                  {t("download")}
                </DownloadLink>
              )}
            </div>
            <About one={one} before={packages[at + 1]} />
          </li>
        ))}
      </ul>
      <Card className="m-4 mt-1 grid grid-cols-1 gap-1 bg-muted p-3 text-sm text-muted-foreground">
        <p>{t("verifyHow")}</p>
        <Copyable text="node verify.mjs" what={t("verifyCommand")} />
      </Card>
    </TitledCard>
  );
}

function About({ one: { packed }, before }: { one: PackageRow; before: PackageRow | undefined }) {
  const t = useTranslations("months");
  if (!packed) return <p className="text-sm text-muted-foreground">{t("packing")}</p>;
  const { bytes, sha256, contentHash } = packed;
  const { sums: _sums, ...figures } = packed.figures;
  const isSame = before?.packed?.contentHash === contentHash;
  return (
    <>
      <p className="text-sm text-muted-foreground tabular-nums">
        {t("packageFigures", { ...figures, kilobytes: Math.ceil(bytes / 1024) })}
        {isSame && ` · ${t("sameAs", { version: before.version })}`}
      </p>
      <div className="min-w-0 text-xs text-muted-foreground">
        SHA-256 <Copyable text={sha256} what={t("hash")} />
      </div>
    </>
  );
}
