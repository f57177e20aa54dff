"use client";

import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DropZone } from "@/components/forms/drop-zone";
import { EncodingField } from "@/components/imports/encoding-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { LEDGER_MAX_BYTES, type LedgerFileView } from "@/lib/reconciliation/schema";
import { MapLedger } from "./map-ledger";
import { ReplacedRun, useReplacedRun } from "./replaced-run";
import { uploadLedger } from "./upload-parts";

type Props = { environment: Environment; firstDay: string; lastDay: string; areDaysGiven: boolean };

/** Ledgers are chosen or dropped and kept on the server in parts; then their columns and days are named. */
export function UploadLedger({ environment, firstDay, lastDay, areDaysGiven }: Props) {
  const t = useTranslations("reconciliation.upload");
  const [percent, setPercent] = useState(0);
  const [encoding, setEncoding] = useState<TextEncoding | null>(null);
  // What was read stays, with its mapping, while another file is sent and where that one is refused.
  const [read, setRead] = useState<LedgerFileView[] | null>(null);
  const { replaced, within } = useReplacedRun(environment, areDaysGiven && !read ? { firstDay, lastDay } : null);
  const upload = useMutation({
    mutationFn: async (asked: { files: File[]; encoding: TextEncoding | null }) =>
      uploadLedger(environment, { ...asked, onProgress: setPercent }),
    onSuccess: (sent) => {
      if (sent.ok) setRead(sent.value);
    },
  });
  const refused = upload.data?.ok === false ? upload.data.error : null;
  return (
    <div className="grid gap-4">
      {replaced && <ReplacedRun {...{ environment }} run={replaced} isWithin={within !== null} />}
      <Card className="grid gap-4 p-4">
        <DropZone
          field={{ multiple: true, "aria-label": t("file") }}
          disabled={upload.isPending}
          className={cn(
            "grid place-content-center justify-items-center gap-2 p-6 text-center",
            read ? "min-h-28" : "min-h-52",
          )}
          onFiles={(files) => upload.mutate({ files, encoding })}
        >
          {(button) => (
            <>
              <FileUp aria-hidden className="size-6 text-subtle-foreground" />
              <p className="font-semibold">{t("drop")}</p>
              <p className="text-sm text-muted-foreground">{t("limits")}</p>
              <Button variant={read ? "secondary" : "primary"} size="large" {...button}>
                {upload.isPending ? t("uploading", { percent }) : t("choose")}
              </Button>
            </>
          )}
        </DropZone>
        <div role="alert" className="empty:hidden">
          {upload.isError && <Alert tone="failed">{t("unreachable")}</Alert>}
          {refused && (
            <Alert tone="failed">
              {t("refused", {
                file: refused.file,
                why:
                  refused.problem.kind === "too_large"
                    ? t("problems.too_large", { most: LEDGER_MAX_BYTES / 1024 / 1024 })
                    : t(`problems.${refused.problem.kind}`),
              })}
            </Alert>
          )}
        </div>
        {(!read || refused) && (
          <EncodingField
            value={encoding}
            onChoose={(chosen) => {
              setEncoding(chosen);
              if (refused && upload.variables) upload.mutate({ files: upload.variables.files, encoding: chosen });
            }}
          />
        )}
        <p role="status" className="sr-only">
          {upload.isPending && t("uploading", { percent })}
        </p>
      </Card>
      {read && (
        <MapLedger key={read.map(({ fileId }) => fileId).join()} {...{ environment, firstDay, lastDay }} files={read} />
      )}
    </div>
  );
}
