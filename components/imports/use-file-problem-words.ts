import { useTranslations } from "next-intl";
import type { FileProblem } from "@/lib/batches/read-file";
import { fileProblemWords } from "./file-problem-words";

export function useFileProblemWords() {
  const t = useTranslations("imports.problems");
  return (problem: FileProblem) => fileProblemWords(t, problem);
}
