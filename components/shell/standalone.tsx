import type { ReactNode } from "react";
import { PageTitle } from "@/components/display/page-title";
import { Wordmark } from "@/components/navigation/wordmark";

/** A page outside of any environment: a sentence or two, and a way on. */
export function Standalone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-110 content-center gap-5 p-4">
      <PageTitle>{title}</PageTitle>
      <Wordmark />
      <div className="grid justify-items-start gap-3 rounded-xl border border-border bg-card p-5">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
