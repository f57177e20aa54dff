"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Problem } from "@/lib/auth/problem";
import type { Result } from "@/lib/result";
import type { ViewProblem } from "@/lib/views/schema";

type Answer = Result<{ id: string }, ViewProblem | Problem>;

/** Runs a command on a view and shows the resulting list. A failure is one of a few codes. */
export function useView<Given>(act: (given: Given) => Promise<Answer>) {
  const router = useRouter();
  const mutation = useMutation({
    mutationFn: (given: Given) => act(given),
    onSuccess: (answer) => answer.ok && router.refresh(),
  });
  const problem = mutation.isError ? "failed" : mutation.data?.ok === false ? wordOf(mutation.data.error) : null;
  return { mutate: mutation.mutate, reset: mutation.reset, isPending: mutation.isPending, problem };
}

function wordOf({ kind }: ViewProblem | Problem): ViewProblem["kind"] | "invalid" | "failed" {
  switch (kind) {
    case "name_taken":
    case "too_many":
    case "not_yours":
    case "invalid":
      return kind;
    case "foreign_origin":
    case "signed_out":
    case "no_such_environment":
    case "forbidden":
    case "read_only":
      return "failed";
  }
}
