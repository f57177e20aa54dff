import type { Translator } from "@/components/translator";
import type { BalancesView } from "@/lib/balances/schema";

type Failure = NonNullable<BalancesView["stale"]>["failure"];

/** Why the service gave us nothing that we can use, in words. */
export function failureWords(t: Translator<"failures">, failure: Failure): string {
  switch (failure.kind) {
    case "refused":
      return t("refused", { message: failure.message, status: failure.status });
    case "not sent":
      return t("not sent");
    case "unknown":
      return t(failure.reason, { status: failure.status ?? "—" });
  }
}
