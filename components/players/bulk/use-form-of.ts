import { useRef } from "react";
import { randomUuid } from "@/components/forms/random-id";

/**
 * The ID of what is sent. After a lost answer the same rows have the same, so that they start once; changed rows, or those
 * of another file, are another form.
 */
export function useFormOf() {
  const made = useRef<{ rows: string; formId: string } | null>(null);
  return (rows: object[]): string => {
    const sent = JSON.stringify(rows);
    if (made.current?.rows !== sent) made.current = { rows: sent, formId: randomUuid() };
    return made.current.formId;
  };
}
