"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RawText } from "@/components/evidence/raw-text";
import { Disclosure } from "@/components/ui/disclosure";
import { auditCache } from "@/lib/audit/cache";
import type { AuditLine } from "@/lib/audit/schema";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; line: AuditLine };

/** Everything that a line holds, and where it stands in its chain. */
export function AuditDetail(props: Props) {
  const t = useTranslations("audit");
  return (
    <Disclosure summary={t("detail")}>
      <Detail {...props} />
    </Disclosure>
  );
}

function Detail({ environment, line: { id, actor, detail } }: Props) {
  const t = useTranslations();
  const { data, isError } = useQuery(auditCache.link(environment, id));
  if (isError) return <p role="alert">{t("common.unavailable")}</p>;
  if (!data) return <p role="status">{t("common.loading")}</p>;
  const { link } = data;
  return (
    <RawText name={t("audit.position", { position: link?.position ?? "—", line: id })}>
      {[
        `${actor.kind}: ${actor.name}`,
        JSON.stringify(detail, null, 2),
        link ? `SHA-256 ${link.hash}` : t("audit.noLink"),
      ].join("\n")}
    </RawText>
  );
}
