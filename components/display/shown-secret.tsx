"use client";

import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type Props = {
  /** Whose words: those of notifications speak of a signing secret. */
  of: "apiKeys" | "notifications" | "team";
  name: string;
  secret: string;
  /** What else is to be known about it. */
  note?: string | false;
  onKept: () => void;
};

/** A secret or a one-time link, shown until it was stored or handed over. */
export function ShownSecret({ of, name, secret, note, onKept }: Props) {
  const t = useTranslations(`${of}.secret`);
  return (
    <section className="grid justify-items-start gap-3 rounded-lg border border-border-strong bg-muted p-4">
      <h3 key={secret} ref={takeFocus} tabIndex={-1} className="font-semibold wrap-anywhere">
        {t("title", { name })}
      </h3>
      <Alert tone="watch">
        <p>{t("once")}</p>
        {note && <p>{note}</p>}
      </Alert>
      <Copyable text={secret} what={t("what")} />
      <Button
        size="field"
        onClick={({ currentTarget }) => {
          const title = titleAround(currentTarget);
          onKept();
          requestAnimationFrame(() => focusTitle(title));
        }}
      >
        {t("kept")}
      </Button>
    </section>
  );
}

/** Said to who does not see it, unless they are typing into the next form already. */
function takeFocus(title: HTMLHeadingElement | null) {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement) || activeElement.value === "") title?.focus();
}

/** The title of the card that the secret stands in. */
const titleAround = (button: HTMLElement) =>
  button.closest("section")?.parentElement?.closest("section")?.querySelector<HTMLElement>("h2");

/** The secret leaves with its button, and the card may leave with its last secret: then the page's title is focused. */
function focusTitle(ofCard: HTMLElement | null | undefined) {
  const title = ofCard?.isConnected ? ofCard : document.querySelector<HTMLElement>("h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus();
}
