import { getTranslations } from "next-intl/server";
import { PageFrame } from "@/components/shell/page-frame";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = Array.from({ length: 12 }, (_none, at) => `row ${at}`);

/** `hasViews`: tabs of saved views stand above the filters. */
type Props = { title: string; hasViews?: boolean };

/** A list from the press until it has been read, in the grid that it is going to have; unseen where that is soon. */
export async function ListSkeleton({ title, hasViews = true }: Props) {
  const t = await getTranslations("common");
  return (
    <PageFrame title={title} summary={<Skeleton className="inline-block h-3 w-72 max-w-full" />}>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div className="transition-opacity delay-200 starting:opacity-0">
        {hasViews && (
          <div className="mb-3 flex min-h-8.5 items-center gap-4 border-b border-border pointer-coarse:min-h-11">
            <Skeleton className="h-4 w-12" />
            <Skeleton className="h-4 w-24" />
          </div>
        )}
        <div className="mb-3 flex gap-2 pb-1">
          <Skeleton className="h-7 w-58 rounded-md" />
          <Skeleton className="h-7 w-24 rounded-md" />
          <Skeleton className="h-7 w-24 rounded-md max-md:hidden" />
        </div>
        <Card className="overflow-clip">
          <div className="h-8.5 border-b border-border bg-muted max-lg:hidden" />
          {ROWS.map((row) => (
            <div key={row} className="flex h-10 items-center gap-6 border-b border-border px-4 last:border-b-0">
              <Skeleton className="h-3 w-16" />
              <Skeleton className="h-3 w-36" />
              <Skeleton className="h-3 w-28 max-lg:hidden" />
              <Skeleton className="ml-auto h-3 w-20" />
              <Skeleton className="h-5.5 w-24 rounded-full max-sm:hidden" />
            </div>
          ))}
        </Card>
      </div>
    </PageFrame>
  );
}
