import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { PageFrame } from "./page-frame";

/** A page that the viewer's role does not permit: its title, and why it is empty. */
export function MayNot({ title, why }: { title: string; why: string }) {
  return (
    <PageFrame title={title}>
      <RoleMayNot why={why} />
    </PageFrame>
  );
}

/** The same in a page that has a frame. */
export function RoleMayNot({ why }: { why: string }) {
  const t = useTranslations("problems");
  return <Empty title={why}>{t("askAdmin")}</Empty>;
}
