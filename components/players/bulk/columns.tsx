import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/forms/choice-field";
import { Card } from "@/components/ui/card";
import type { SheetView } from "@/lib/kyc/schema";
import type { Mapping } from "./rows";

type Props = { sheet: SheetView; mapping: Mapping; onChange: (mapping: Mapping) => void };

/** Which column holds what. The guess is good; a person has the last word. */
export function Columns({ sheet, mapping, onChange }: Props) {
  const t = useTranslations("players.bulk");
  const [first] = sheet.rows;
  const count = Math.max(...sheet.rows.map(({ cells }) => cells.length));
  return (
    <Card className="mb-4 flex flex-wrap items-end gap-4 px-4 py-3.5">
      {(["playerId", "userName"] as const).map((field) => (
        <div key={field} className="min-w-48">
          <ChoiceField
            name={`column-${field}`}
            label={t(`columns.${field}`)}
            options={Array.from({ length: count }, (_none, at) => at)}
            text={(at) => t("column", { number: at + 1, example: (first?.cells[at] ?? "").slice(0, 30) })}
            value={mapping[field]}
            onChange={(at) => onChange({ ...mapping, [field]: at })}
          />
        </div>
      ))}
      <label className="flex min-h-9.5 items-center gap-2">
        <input
          type="checkbox"
          className="accent-primary"
          checked={mapping.hasHeader}
          onChange={({ target }) => onChange({ ...mapping, hasHeader: target.checked })}
        />
        {t("hasHeader")}
      </label>
      <p className="ml-auto text-xs text-subtle-foreground">{sheet.encoding}</p>
    </Card>
  );
}
