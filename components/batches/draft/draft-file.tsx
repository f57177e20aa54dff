"use client";

import { Check, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { useFileProblemWords } from "@/components/imports/file-problem-words";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/native-select";
import { acceptSameListAction, acceptTrailersAction, readAgainAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import type { FileProblem } from "@/lib/batches/read-file";
import type { BatchView, ReadAgainInput } from "@/lib/batches/schema";
import type { TrailerCheck } from "@/lib/batches/trailers";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { TEXT_ENCODINGS, textEncodingOf } from "@/lib/imports/text-encoding";
import { SameListWords } from "../same-list";
import { TrailerDifferences, useTrailerFigures } from "../trailer-differences";
import { DraftColumns } from "./draft-columns";
import { LostEdits, useLostEdits } from "./lost-edits";
import { RowReason } from "./row-forms";
import { StayedExcluded } from "./stayed-excluded";

type Props = {
  environment: Environment;
  batch: BatchView;
  mayEdit: boolean;
  excluded: number;
  onShowExcluded: () => void;
};

/** How the file was read: its encoding and its columns, which can be switched, and what its trailers state beside its data. */
export function DraftFile(props: Props) {
  const t = useTranslations("batches.file");
  const { environment, batch, mayEdit, excluded, onShowExcluded } = props;
  const { batchId, columns, trailers, trailersAccepted, sameList } = batch;
  return (
    <div className="grid gap-2 border-b border-border px-4 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Encoding {...props} />
        <Figures trailers={trailers} />
      </div>
      {columns && <DraftColumns {...{ environment, batchId, columns, mayEdit, excluded, onShowExcluded }} />}
      {trailers && trailers.differing.length > 0 && (
        <AcceptedWithReason
          environment={environment}
          word="accept"
          isOpen={mayEdit && !trailersAccepted}
          accept={(reason) => acceptTrailersAction(environment, { batchId, reason })}
        >
          <p>{t("differ")}</p>
          <TrailerDifferences trailers={trailers} />
          {trailersAccepted && <p>{t("accepted", trailersAccepted)}</p>}
        </AcceptedWithReason>
      )}
      {sameList && (
        <AcceptedWithReason
          environment={environment}
          word="payAgain"
          isOpen={mayEdit && sameList.reason === null}
          accept={(reason) => acceptSameListAction(environment, { batchId, earlier: sameList.batchId, reason })}
        >
          <SameListWords environment={environment} sameList={sameList} />
        </AcceptedWithReason>
      )}
    </div>
  );
}

function Encoding({ environment, batch: { batchId, encoding }, mayEdit, excluded, onShowExcluded }: Props) {
  const t = useTranslations("batches.file");
  const words = useFileProblemWords();
  const lostEdits = useLostEdits();
  const read = useCommand((input: ReadAgainInput) => readAgainAction(environment, input), {
    changes: batchCache.all(environment),
  });
  const { input, refusal } = read;
  const asked = input?.encoding ?? "";
  if (!mayEdit || textEncodingOf(encoding) === undefined) {
    return (
      <p>
        <span className="text-muted-foreground">{t("encoding")}</span> {encoding}
      </p>
    );
  }
  return (
    <>
      <div className="flex items-center gap-2">
        <label htmlFor="draft-encoding" className="text-muted-foreground">
          {t("encoding")}
        </label>
        <NativeSelect
          id="draft-encoding"
          title={t("read")}
          className="w-36"
          disabled={read.isPending}
          value={read.isPending ? asked : encoding}
          onChange={({ target }) => {
            const chosen = textEncodingOf(target.value);
            if (chosen) read.send({ batchId, encoding: chosen, dropsEdits: null });
          }}
        >
          {TEXT_ENCODINGS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </NativeSelect>
      </div>
      <StayedExcluded read={read.value} excluded={excluded} onShow={onShowExcluded} />
      {refusal?.kind === "edits_lost" && input ? (
        <LostEdits
          lost={t("lost", { ...lostEdits(refusal, input.dropsEdits), encoding: asked })}
          drop={t("drop", { count: refusal.lines.length, encoding: asked })}
          keep={t("keep", { encoding })}
          onDrop={() => read.send({ ...input, dropsEdits: refusal })}
          onKeep={read.reset}
        />
      ) : (
        <div className={cn((refusal || read.failure) && "order-last basis-full")}>
          <CommandProblem
            of={read}
            say={(kind) => {
              if (refusal?.kind === "unreadable") {
                // The words for an upload send one away to save the file again: it is readable as it is.
                const { problem } = refusal;
                const why = isOfEncoding(problem) ? t("stays", { encoding }) : words(problem);
                return t("refused", { encoding: asked, why });
              }
              return kind === "unreadable" || kind === "edits_lost" ? "" : t(`problems.${kind}`);
            }}
          />
        </div>
      )}
    </>
  );
}

const isOfEncoding = ({ kind }: FileProblem) => kind === "not_text" || kind === "no_byte_order_mark";

function Figures({ trailers }: { trailers: TrailerCheck | null }) {
  const t = useTranslations("batches.file");
  const figures = useTrailerFigures();
  if (trailers === null) return <p className="text-muted-foreground">{t("none")}</p>;
  const { stated, counted, differing } = trailers;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {differing.length === 0 ? (
        <Check aria-label={t("agree")} className="size-4 text-muted-foreground" />
      ) : (
        <TriangleAlert aria-hidden className="size-4 text-warning" />
      )}
      <span>
        <span className="text-muted-foreground">{t("trailer")}</span> <span className="figures">{figures(stated)}</span>
      </span>
      <span>
        <span className="text-muted-foreground">{t("data")}</span> <span className="figures">{figures(counted)}</span>
      </span>
    </p>
  );
}

type AcceptedProps = {
  environment: Environment;
  word: "accept" | "payAgain";
  /** Whether it still has to be accepted, and the reader may do so. */
  isOpen: boolean;
  accept: (reason: string) => ReturnType<typeof acceptTrailersAction | typeof acceptSameListAction>;
  children: ReactNode;
};

/** What the file leaves open, which can be requested with a reason that the approver sees. */
function AcceptedWithReason({ environment, word, isOpen, accept, children }: AcceptedProps) {
  const t = useTranslations("batches.file");
  const [asks, setAsks] = useState(false);
  const command = useCommand(accept, { changes: batchCache.all(environment) });
  return (
    <>
      <Alert tone="watch">
        {children}
        {isOpen && !asks && (
          <p className="pt-1">
            <Button size="small" onClick={() => setAsks(true)}>
              {t(word)}
            </Button>
          </p>
        )}
      </Alert>
      {isOpen && asks && (
        <RowReason
          name={word}
          label={t(`${word}Reason`)}
          submit={t("acceptSubmit")}
          isSaving={command.isLeaving}
          onSubmit={command.send}
          onClose={() => setAsks(false)}
        />
      )}
      <CommandProblem of={command} say={(kind) => t(`problems.${kind}`)} />
    </>
  );
}
