import Link from "next/link";
import { useTranslations } from "next-intl";
import { Standalone } from "@/components/shell/standalone";
import { buttonVariants } from "@/components/ui/button";

export default function NotFound() {
  const t = useTranslations("notFound");
  return (
    <Standalone title={t("title")}>
      <p className="text-muted-foreground">{t("text")}</p>
      <Link href="/" className={buttonVariants({ variant: "primary" })}>
        {t("home")}
      </Link>
    </Standalone>
  );
}
