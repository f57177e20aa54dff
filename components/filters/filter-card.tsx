import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

type Props = {
  /** How many filters hold; on a phone that is all one sees of them. */
  count: number;
  /** Also on a phone, where something in it needs a word. */
  isOpen?: boolean;
  children: ReactNode;
};

/** The filters of a list. On a phone they wait behind one line, which works before the page can react, too. */
export function FilterCard({ count, isOpen = false, children }: Props) {
  const t = useTranslations("common");
  return (
    <Card className="mb-4 p-4 max-md:py-1.5">
      <details open={isOpen} className="peer md:hidden">
        <summary className="min-h-9 leading-9 font-semibold pointer-coarse:min-h-11 pointer-coarse:leading-11">
          {t("filters", { count })}
        </summary>
      </details>
      <div className="max-md:hidden max-md:pb-2.5 max-md:peer-open:block">{children}</div>
    </Card>
  );
}
