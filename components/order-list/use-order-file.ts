"use client";

import { useRef, useState } from "react";
import type { CannotExport } from "@/lib/exports/download";
import type { FileFormat } from "@/lib/transactions/list/csv-columns";

type State =
  | { kind: "idle" }
  /** `of`: how many there will be, once that is known. */
  | { kind: "coming"; rows: number; of: number | null }
  /** All rows are here, and become a workbook. */
  | { kind: "making"; rows: number }
  | { kind: "done"; rows: number }
  | { kind: "broken_off" | "failed" }
  | CannotExport;

const LINE_END = 0x0a;
/** However fast it comes, the figures are drawn so often. */
const TOLD_EVERY_MS = 150;

/** Fetches the file of a list and tells how far it is. Nothing is saved before all of it is there. */
export function useOrderFile() {
  const [state, setState] = useState<State>({ kind: "idle" });
  const going = useRef<AbortController>(null);

  const fetchFile = async (address: string, { name, format }: { name: string; format: FileFormat }) => {
    const abort = new AbortController();
    const { signal } = abort;
    going.current = abort;
    setState({ kind: "coming", rows: 0, of: null });
    try {
      const answer = await fetch(address, { signal });
      if (answer.status === 422 || answer.status === 503) return setState(await answer.json());
      if (!answer.ok || !answer.body) return setState({ kind: "failed" });
      const of = Number(answer.headers.get("x-rows"));
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let rows = -1; // The first line is the header.
      let toldAt = 0;
      const reader = answer.body.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        parts.push(next.value);
        rows += linesIn(next.value);
        if (performance.now() - toldAt < TOLD_EVERY_MS) continue;
        toldAt = performance.now();
        setState({ kind: "coming", rows: Math.min(Math.max(rows, 0), of), of });
      }
      const file = new Blob(parts, { type: "text/csv" });
      if (format === "xlsx") {
        setState({ kind: "making", rows: of });
        const { workbookOf } = await import("./workbook");
        save(await workbookOf(await file.text()), name);
      } else save(file, name);
      setState({ kind: "done", rows: of });
    } catch {
      // Stopped by the reader, or the line broke: either way there is no file.
      setState(signal.aborted ? { kind: "idle" } : { kind: "broken_off" });
    }
  };
  return { state, fetchFile, stop: () => going.current?.abort() };
}

const linesIn = (bytes: Uint8Array) => bytes.reduce((count, byte) => count + (byte === LINE_END ? 1 : 0), 0);

function save(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
