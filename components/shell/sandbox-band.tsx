import { useTranslations } from "next-intl";

/** Marks the sandbox, so that it is never mistaken for production. */
export function SandboxBand() {
  const t = useTranslations("shell");
  return (
    <aside
      aria-label={t("environment")}
      className="sandbox-stripes sticky top-0 z-10 flex min-h-6.5 items-center justify-center border-b border-border px-2 text-xs font-semibold tracking-wider text-warning"
    >
      {t("band")}
    </aside>
  );
}
