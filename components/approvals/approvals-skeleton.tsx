import { getTranslations } from "next-intl/server";
import { PageFrame } from "@/components/shell/page-frame";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

const ITEMS = Array.from({ length: 8 }, (_none, at) => `item ${at}`);

/** What waits at left and a decision at right, until they have been read; unseen where that is soon. */
export async function ApprovalsSkeleton({ title }: { title: string }) {
  const t = await getTranslations("common");
  return (
    <PageFrame title={title} summary={<Skeleton className="inline-block h-3 w-72 max-w-full" />}>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div className="grid items-start gap-4 transition-opacity delay-200 lg:grid-cols-[22rem_minmax(0,1fr)] starting:opacity-0">
        <Card className="overflow-clip">
          <div className="h-11 border-b border-border" />
          {ITEMS.map((item) => (
            <div key={item} className="grid h-14 content-center gap-2 border-b border-border px-4 last:border-b-0">
              <Skeleton className="h-3 w-48 max-w-full" />
              <Skeleton className="h-3 w-32" />
            </div>
          ))}
        </Card>
        <div className="grid gap-4 max-lg:hidden">
          <Skeleton className="h-6.5 w-40" />
          <Skeleton className="h-96" />
        </div>
      </div>
    </PageFrame>
  );
}
