"use client";

import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { OptionalNote } from "@/components/forms/optional-note";
import { useFieldWords } from "@/components/forms/use-field-words";
import { Button } from "@/components/ui/button";
import { FieldDescription, FieldError } from "@/components/ui/field";
import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENTS_MAX,
  type AttachmentProblem,
  type AttachmentView,
  MEDIA_TYPES,
  readAttached,
} from "@/lib/attachments/attachment";
import type { Environment } from "@/lib/environment";
import type { Result } from "@/lib/result";
import type { FormEvent } from "@/lib/withdrawals/form-state";

type Problem = AttachmentProblem | "too_many" | "unreachable";

type Props = {
  environment: Environment;
  /** The files as the form keeps them, as text. */
  value: string;
  problem: string | undefined;
  onEvent: (event: FormEvent) => void;
  /** While a file is on its way the form is not reviewed: it would be left behind. */
  onUploading: (isUploading: boolean) => void;
};

/** Files for those who approve. Each is uploaded when it is chosen; the form keeps only what they are called. */
export function AttachmentsField({ environment, value, problem, onEvent, onUploading }: Props) {
  const t = useTranslations("withdrawals.form");
  const problems = useFieldWords();
  const [id, chooser] = [useId(), useRef<HTMLInputElement>(null)];
  const [uploading, setUploading] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ name: string; problem: Problem }[]>([]);
  const attached = readAttached(value);

  async function add(chosen: File[]) {
    let count = attached.length;
    const wrong: typeof refused = [];
    onUploading(true);
    for (const file of chosen) {
      const { name } = file;
      if (count === ATTACHMENTS_MAX) {
        wrong.push({ name, problem: "too_many" });
        continue;
      }
      setUploading(name);
      const added = await upload(environment, file);
      if (added.ok) {
        count += 1;
        onEvent({ kind: "attached", file: added.value });
      } else wrong.push({ name, problem: added.error.kind });
    }
    setUploading(null);
    onUploading(false);
    setRefused(wrong);
  }

  return (
    <fieldset aria-describedby={`${id}-hint`} className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <legend className="mb-1.25 text-sm font-medium">
        {t("attachments")} <OptionalNote />
      </legend>
      {attached.length > 0 && (
        <ul className="grid grid-cols-1 gap-1">
          {attached.map((file) => (
            <li
              key={file.id}
              className="flex items-center justify-between gap-2 rounded-lg border border-border px-2.5 py-1"
            >
              <span className="min-w-0 truncate" title={file.name}>
                {file.name}
              </span>
              <Button
                type="button"
                size="small"
                aria-label={t("removeAttachment", { name: file.name })}
                onClick={() => onEvent({ kind: "detached", id: file.id })}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={chooser}
        type="file"
        name="attachments"
        multiple
        hidden
        accept={MEDIA_TYPES.join()}
        aria-label={t("attach")}
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <Button
        type="button"
        className="max-w-full justify-self-start"
        disabled={uploading !== null || attached.length >= ATTACHMENTS_MAX}
        onClick={() => chooser.current?.click()}
      >
        <span className="truncate">{uploading === null ? t("attach") : t("attaching", { name: uploading })}</span>
      </Button>
      <FieldError id={`${id}-problem`}>
        {problem && problems(problem)}
        {refused.map(({ name, problem: why }) => (
          <span key={name} className="block wrap-anywhere">
            {t(`attachmentProblems.${why}`, { name })}
          </span>
        ))}
      </FieldError>
      <FieldDescription id={`${id}-hint`}>{t("attachmentsHint")}</FieldDescription>
    </fieldset>
  );
}

type Uploaded = Result<AttachmentView, { kind: AttachmentProblem | "unreachable" }>;

async function upload(environment: Environment, file: File): Promise<Uploaded> {
  if (file.size > ATTACHMENT_MAX_BYTES) return { ok: false, error: { kind: "too_large" } };
  try {
    const address = `/api/${environment}/attachments?${new URLSearchParams({ name: file.name })}`;
    const answer = await fetch(address, { method: "POST", body: file });
    return answer.ok ? await answer.json() : { ok: false, error: { kind: "unreachable" } };
  } catch {
    // No network, or it failed during the upload: the user sees this and chooses the file again.
    return { ok: false, error: { kind: "unreachable" } };
  }
}
