"use client";

import { useServerInsertedHTML } from "next/navigation";
import { useRef } from "react";
import css from "./globals.css?inline";

/**
 * The stylesheet in the page, so that a page opened for the first time on a slow line is painted as it arrives. In
 * development it is empty: Next links the stylesheet, and replaces it when it changes.
 */
export function Styles({ nonce }: { nonce: string | undefined }) {
  const isInserted = useRef(false);
  useServerInsertedHTML(() => {
    if (isInserted.current || css === "") return null; // Called again for each part of the page that comes later.
    isInserted.current = true;
    return <style nonce={nonce}>{css}</style>;
  });
  return null;
}
