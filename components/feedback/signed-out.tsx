import Link from "next/link";
import { useTranslations } from "next-intl";

/** The session ended while a form was filled in. The link opens another tab, so that what was entered stays. */
export function SignedOut() {
  const t = useTranslations();
  return (
    <>
      {t("problems.signed_out")}{" "}
      <Link href="/sign-in" target="_blank" className="font-semibold underline">
        {t("common.signInAgain")}
      </Link>
    </>
  );
}
