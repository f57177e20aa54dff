import { Check, Clock, Play, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { TitledCard } from "@/components/ui/card";

const EFFECTS = { queued: Clock, sent: Send, requests: Check, resume: Play } as const;
const NAMES = ["queued", "sent", "requests", "resume"] as const;

/** What a freeze does and leaves alone, beside the form that begins one. */
export function FreezeEffect() {
  const t = useTranslations("freezes.effect");
  return (
    <TitledCard title={t("title")}>
      <ul className="grid gap-3 px-4 py-3.5 text-sm">
        {NAMES.map((name) => {
          const Icon = EFFECTS[name];
          return (
            <li key={name} className="flex gap-2.5">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-subtle-foreground" />
              <span>{t(name)}</span>
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}
