import { useEffect, useState } from "react";
import type { SheetView } from "@/lib/kyc/schema";
import { type EditsPlace, forgetEdits, keepEdits, keptEdits } from "./kept-edits";
import type { Confirmed, Edits, Mapping } from "./rows";

type Wanted = Omit<EditsPlace, "sheet"> & { sheet: SheetView };

/** The columns of a file and the corrections to its rows, which stay in this tab when the page is left. */
export function useKeptEdits({ environment, owner, sheet }: Wanted) {
  // A file is shown only once it was chosen, so that this is never drawn by the server.
  const [before] = useState(() => keptEdits(sessionStorage, { environment, owner, sheet }, Date.now()));
  const [mapping, setMapping] = useState<Mapping>(before?.mapping ?? sheet.guess);
  const [edits, setEdits] = useState<Edits>(before?.edits ?? {});
  const [confirmed, setConfirmed] = useState<Confirmed>(before?.confirmed ?? {});
  const [isReturned, setIsReturned] = useState(before !== null);

  useEffect(() => {
    const place = { environment, owner, sheet };
    const isUntouched = mapping === sheet.guess && Object.keys({ ...edits, ...confirmed }).length === 0;
    if (isUntouched) forgetEdits(sessionStorage, place);
    else keepEdits(sessionStorage, place, { mapping, edits, confirmed }, Date.now());
  }, [environment, owner, sheet, mapping, edits, confirmed]);

  return {
    ...{ mapping, setMapping, edits, setEdits, confirmed, setConfirmed, isReturned },
    /** The file was started: nothing of it stays behind. */
    forget: () => forgetEdits(sessionStorage, { environment, owner, sheet }),
    discard() {
      setMapping(sheet.guess);
      setEdits({});
      setConfirmed({});
      setIsReturned(false);
    },
  };
}
