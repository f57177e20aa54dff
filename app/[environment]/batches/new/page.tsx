import { getTranslations } from "next-intl/server";
import { BatchSteps } from "@/components/batches/batch-steps";
import { FileFormat } from "@/components/batches/file-format";
import { UploadBatch } from "@/components/batches/upload-batch";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";

export default async function NewBatchPage({ params }: PageProps<"/[environment]/batches/new">) {
  const { environment, actor } = await viewerContext((await params).environment);
  const t = await getTranslations("batches");
  return (
    <PageFrame
      title={t("new")}
      parent={{ href: `/${environment}/batches`, title: t("title") }}
      actions={<BatchSteps state={null} />}
    >
      {may(actor.role, "withdrawals:create") ? (
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_23.25rem]">
          <ClientBoundary
            messages={[
              "batches.upload",
              "batches.mapping",
              "problems",
              "batches.fields",
              "imports",
              "stepUp",
              "common.*",
            ]}
          >
            <UploadBatch environment={environment} />
          </ClientBoundary>
          <FileFormat environment={environment} />
        </div>
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}
