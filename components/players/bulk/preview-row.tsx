import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IdProposal } from "@/components/forms/id-proposal";
import { useFieldWords } from "@/components/forms/use-field-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { halfWidth } from "@/lib/japan/half-width";
import { KycStatusBadge } from "../kyc-status-badge";
import { NameDifference } from "../name-difference";
import { type BulkRow, characterProblems, type Edits, isGood, isRenamed, nameProblem, needsCorrection } from "./rows";

type Props = {
  row: BulkRow;
  isEdited: boolean;
  onEdit: (change: Edits[number]) => void;
  onConfirm: (agrees: boolean) => void;
};

/** One row: as it would be sent, what was changed, what could be meant, and what is wrong with it, put right in place. */
export function PreviewRow({ row, isEdited, onEdit, onConfirm }: Props) {
  const t = useTranslations("players.bulk");
  const form = useTranslations("players.form");
  const [isOpen, setIsOpen] = useState(false);
  const { line, read, state, earlier, replaces } = row;
  const isLeftOut = state === "left_out";
  const isWrong = needsCorrection(state) && state !== "other_name";
  const asksForInput = !isLeftOut && (isWrong || isEdited || isOpen);
  return (
    <li className="grid items-start gap-x-4 gap-y-1.5 border-b border-border px-4 py-2 last:border-b-0 md:grid-cols-[3.5rem_1fr_1.4fr_9rem_7rem]">
      <span className="figures pt-1.5 text-xs text-subtle-foreground">{t("line", { line })}</span>
      {asksForInput ? (
        <Fields row={row} onEdit={onEdit} />
      ) : (
        <>
          <span className="pt-1 font-mono text-xs break-all">{read.playerId}</span>
          <span className="pt-1">
            <span lang="ja">{read.userName}</span>
            {state === "changed" && (
              <span className="block text-xs text-subtle-foreground">
                {t("was")} <span lang="ja">{row.typed.userName}</span>
              </span>
            )}
          </span>
        </>
      )}
      <span className="flex flex-wrap gap-1 pt-1">
        <Badge
          tone={needsCorrection(state) ? "watch" : "neutral"}
          icon={needsCorrection(state) ? TriangleAlert : undefined}
        >
          {t(`states.${state}`)}
        </Badge>
        {earlier && (
          <span className="flex flex-wrap items-center gap-1 text-xs text-muted-foreground">
            {t("earlier")} <KycStatusBadge {...earlier} />
          </span>
        )}
      </span>
      <span className="flex gap-1 justify-self-end">
        {(isGood(state) || state === "other_name") && !asksForInput && (
          <Button size="small" variant="ghost" aria-label={t("editLine", { line })} onClick={() => setIsOpen(true)}>
            {t("edit")}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          aria-label={t(isLeftOut ? "takeLine" : "leaveLine", { line })}
          onClick={() => onEdit({ isLeftOut: !isLeftOut })}
        >
          {t(isLeftOut ? "take" : "leave")}
        </Button>
      </span>
      {earlier && isRenamed(row) && (
        <div className="grid gap-1.5 md:col-start-2 md:col-end-5">
          <NameDifference before={earlier.userName} after={read.userName} />
          {replaces && (
            <label className="flex min-h-8 w-fit items-center gap-2">
              <input
                type="checkbox"
                className="accent-primary"
                aria-label={t("replaceLine", { line })}
                checked={state !== "other_name"}
                onChange={({ target }) => onConfirm(target.checked)}
              />
              {form("replace")}
            </label>
          )}
        </div>
      )}
    </li>
  );
}

function Fields({ row: { line, typed, read, state }, onEdit }: Pick<Props, "row" | "onEdit">) {
  const t = useTranslations("players.bulk");
  const kana = useTranslations("kana");
  const problem = useFieldWords();
  const idProblem = read.problems.playerId ?? (state === "twice" ? "playerTwice" : undefined);
  const ofName = nameProblem(read);
  return (
    <>
      <span className="grid gap-1">
        <Input
          aria-label={t("playerIdOf", { line })}
          aria-invalid={idProblem !== undefined || undefined}
          aria-describedby={`row-${line}-id`}
          kind="code"
          value={typed.playerId}
          onChange={({ target }) => onEdit({ playerId: target.value })}
        />
        <span id={`row-${line}-id`} className="text-xs text-destructive empty:hidden">
          {idProblem !== undefined && problem(idProblem)}
        </span>
        {idProblem === "playerIdWide" && (
          <span className="text-xs">
            <IdProposal proposal={halfWidth(typed.playerId.trim())} onTake={(playerId) => onEdit({ playerId })} />
          </span>
        )}
      </span>
      <span className="grid gap-1">
        <Input
          aria-label={t("nameOf", { line })}
          aria-invalid={read.problems.userName !== undefined || undefined}
          aria-describedby={`row-${line}-name`}
          lang="ja"
          value={typed.userName}
          onChange={({ target }) => onEdit({ userName: target.value })}
        />
        <span id={`row-${line}-name`} className="grid gap-1 text-xs">
          {characterProblems(read).map(({ code, character, position }) => (
            <span key={`${code}/${position}`} className="text-destructive">
              {kana("position", { position: position + 1, problem: kana("problem", { code, character }) })}
            </span>
          ))}
          {ofName !== undefined && <span className="text-destructive">{problem(ofName)}</span>}
          {read.proposal !== null && (
            <span className="flex flex-wrap items-center gap-2">
              {kana("proposals.LOOK_ALIKES")}
              <Button size="small" lang="ja" onClick={() => onEdit({ userName: read.proposal ?? "" })}>
                {read.proposal}
              </Button>
            </span>
          )}
        </span>
      </span>
    </>
  );
}
