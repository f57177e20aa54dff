import type { ReactNode } from "react";
import { Wordmark } from "@/components/navigation/wordmark";

/** A page outside of any environment: a sentence or two, and a way on. */
export function Standalone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-110 content-center justify-items-start gap-3 p-4">
      <Wordmark className="mb-3 text-[17px]" />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
