import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { CardBody, TitledCard } from "@/components/ui/card";
import type { Typed } from "./registration-fields";

/** What will be registered, as one types: the name as it is sent and as banks write it, and what comes of it. */
export function RegistrationSummary({ typed: { playerId, userName } }: { typed: Typed }) {
  const t = useTranslations("players.form.summary");
  const { data: read } = useQuery({
    queryKey: ["player_name_reader"],
    queryFn: () => import("@/lib/japan/typed-player-name").then((module) => module.typedPlayerName),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: userName !== "",
  });
  const seen = read && userName.trim() !== "" ? read(userName) : null;
  const nothing = <span className="text-subtle-foreground">—</span>;
  return (
    <TitledCard title={t("title")}>
      <Facts align="right">
        <Fact name={t("playerId")}>
          {playerId.trim() === "" ? nothing : <span className="font-mono break-all">{playerId.trim()}</span>}
        </Fact>
        <Fact name={t("name")} hint={seen && seen.text !== userName ? t("converted", { typed: userName }) : undefined}>
          {seen ? (
            <span lang="ja" className="font-semibold break-all">
              {seen.text}
            </span>
          ) : (
            nothing
          )}
        </Fact>
        <Fact name={t("bankFormat")} hint={seen?.zengin ? t("bytes", { count: seen.zengin.length }) : undefined}>
          {seen?.zengin ? <span className="font-mono break-all">{seen.zengin}</span> : nothing}
        </Fact>
      </Facts>
      <CardBody className="border-t border-border">
        <ul className="grid list-disc gap-1.5 pl-4 text-sm text-muted-foreground">
          {(["time", "deposits", "money"] as const).map((one) => (
            <li key={one}>{t(one)}</li>
          ))}
        </ul>
      </CardBody>
    </TitledCard>
  );
}
