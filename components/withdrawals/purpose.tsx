import { useTranslations } from "next-intl";
import { FileLink } from "@/components/ui/download-link";
import type { AttachmentView } from "@/lib/attachments/attachment";
import type { Environment } from "@/lib/environment";

type Props = {
  environment: Environment;
  purpose: string;
  attachments: readonly AttachmentView[] | null;
  /** Before it is requested a file is named; afterwards it can be read. */
  isLinked?: boolean;
};

/** The purpose of a withdrawal and its attachments. Hidden if there are none. */
export function Purpose({ environment, purpose, attachments, isLinked = true }: Props) {
  const t = useTranslations("orders");
  if (purpose === "" && (attachments ?? []).length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-muted-foreground">
      {purpose !== "" && (
        <>
          <dt className="font-medium">{t("purpose")}</dt>
          <dd className="break-words text-foreground">{purpose}</dd>
        </>
      )}
      {attachments !== null && attachments.length > 0 && (
        <>
          <dt className="font-medium">{t("attachments")}</dt>
          <dd className="grid min-w-0 gap-0.5">
            {isLinked ? (
              <AttachmentLinks environment={environment} attachments={attachments} />
            ) : (
              attachments.map(({ id, name }) => (
                <span key={id} className="truncate">
                  {name}
                </span>
              ))
            )}
          </dd>
        </>
      )}
      {!isLinked && <dd className="col-span-2 text-xs text-subtle-foreground">{t("forApprovers")}</dd>}
    </dl>
  );
}

/** The files of a withdrawal, to be saved. */
export function AttachmentLinks({ environment, attachments }: { environment: Environment } & Files) {
  return attachments.map(({ id, name }) => (
    <FileLink
      key={id}
      href={`/api/${environment}/attachments/${id}`}
      className="truncate text-primary underline underline-offset-2"
    >
      {name}
    </FileLink>
  ));
}

type Files = { attachments: readonly AttachmentView[] };
