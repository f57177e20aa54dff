import type { Translator } from "@/components/messages/translator";
import type { BalancesView } from "@/lib/balances/schema";

type Failure = NonNullable<BalancesView["stale"]>["failure"];

/** Why the service gave us nothing that we can use, in words. */
export function failureText(t: Translator<"failures">, failure: Failure): string {
  switch (failure.kind) {
    case "refused": {
      const { message, status, fields } = failure;
      return fields.length > 0
        ? t("refusedFields", { message, status, fields: fields.join(", ") })
        : t("refused", { message, status });
    }
    case "not_sent":
      return t("not_sent");
    case "unknown":
      return t(failure.reason, { status: failure.status ?? "—" });
  }
}
