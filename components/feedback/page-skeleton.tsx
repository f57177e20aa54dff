import { getTranslations } from "next-intl/server";
import { PageFrame } from "@/components/shell/page-frame";
import { Skeleton } from "@/components/ui/skeleton";

/** What a page shows from the press until it has been read: its title, and the place of what it holds. */
export async function PageSkeleton({ title }: { title: string }) {
  const t = await getTranslations("common");
  return (
    <PageFrame title={title}>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Skeleton className="mb-4 h-24" />
      <Skeleton className="h-96" />
    </PageFrame>
  );
}
