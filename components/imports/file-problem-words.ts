import { useTranslations } from "next-intl";
import type { Translator } from "@/components/messages/translator";
import type { FileProblem } from "@/lib/batches/read-file";

const MEGABYTE = 1024 * 1024;

/** Why a file could not be read, with the figures. Payouts and players are read by one importer. */
export function fileProblemWords(t: Translator<"imports.problems">, problem: FileProblem): string {
  switch (problem.kind) {
    case "too_large":
      return t("too_large", { megabytes: (problem.bytes / MEGABYTE).toFixed(1), most: problem.most / MEGABYTE });
    case "columns_missing":
    case "columns_unknown":
      return t(problem.kind, { columns: problem.columns });
    default: {
      const { kind, ...figures } = problem;
      return t(kind, figures);
    }
  }
}

export function useFileProblemWords() {
  const t = useTranslations("imports.problems");
  return (problem: FileProblem) => fileProblemWords(t, problem);
}
