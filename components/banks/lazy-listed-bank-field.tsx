import dynamic from "next/dynamic";
import { loadPart } from "@/components/load-part";

/** A form in yen does without it: its banks are those of the directory. Until it is there, its place is kept. */
export const LazyListedBankField = dynamic(
  () => loadPart(async () => (await import("./listed-bank-field")).ListedBankField),
  { loading: () => <div className="min-h-24" /> },
);
