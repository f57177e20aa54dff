import Link from "next/link";
import { useTranslations } from "next-intl";

/** The session ended while a form was filled in or a decision made. The link opens another tab, so that what was entered stays. */
export function SignedOut() {
  const t = useTranslations("problems");
  const common = useTranslations("common");
  return (
    <>
      {t("signed_out")}{" "}
      <Link href="/sign-in" target="_blank" className="font-semibold underline">
        {common("signInAgain")}
      </Link>
    </>
  );
}
