"use client";

import { useMutation } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { ViewUnavailable } from "@/lib/fetch-view";
import type { SheetProblem } from "@/lib/kyc/parse-sheet";
import type { SheetView } from "@/lib/kyc/schema";
import type { Result } from "@/lib/result";

/** Has a file read. The file itself goes as it is: the server knows its encodings. */
export function useReadFile(environment: Environment) {
  return useMutation({
    mutationFn: async (file: File): Promise<Result<SheetView, SheetProblem>> => {
      const path = `/api/${environment}/player-files/read`;
      const response = await fetch(path, { method: "POST", body: file });
      if (!response.ok) throw new ViewUnavailable(path, response.status);
      const read: Result<SheetView, SheetProblem> = await response.json();
      return read;
    },
  });
}
