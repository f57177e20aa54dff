import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/forms/choice-field";
import { TEXT_ENCODINGS, type TextEncoding } from "@/lib/imports/text-encoding";

type Props = { value: TextEncoding | null; onChoose: (encoding: TextEncoding | null) => void };

/** The encoding of a file, where the one that was detected is not the right one. */
export function EncodingField({ value, onChoose }: Props) {
  const t = useTranslations("imports");
  return (
    <div className="w-56">
      <ChoiceField<TextEncoding | "">
        name="file-encoding"
        label={t("encoding")}
        options={["", ...TEXT_ENCODINGS]}
        text={(encoding) => encoding || t("detect")}
        value={value ?? ""}
        onChange={(encoding) => onChoose(encoding || null)}
      />
    </div>
  );
}
