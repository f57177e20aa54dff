"use client";

import { useState } from "react";

/** For a live region: silent at first, then the changes of `text`. A page that opens announces nothing. */
export function useAnnouncement(text: string): string {
  const [first] = useState(text);
  const [changed, setChanged] = useState(false);
  if (!changed && text !== first) setChanged(true);
  return changed || text !== first ? text : "";
}
