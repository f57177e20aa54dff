"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { showToast } from "@/components/toasts/toast-queue";
import { buttonVariants } from "./button";
import { saveFile } from "./save-file";

type Props = ComponentProps<"a"> & { size?: "small" };

/** A link to a file that the server makes. */
export const DownloadLink = ({ size, className, children, ...props }: Props) => (
  <FileLink className={buttonVariants({ size, className })} {...props}>
    <Download aria-hidden />
    {children}
  </FileLink>
);

/** The same as plain text, or in a style of its own. Where the session has ended, another tab signs in: what was typed stays. */
export function FileLink({ href, children, ...props }: ComponentProps<"a">) {
  const t = useTranslations("common");
  async function save(address: string) {
    if (await saveFile(address)) return;
    const signIn = { label: t("signInAgain"), onPress: () => window.open("/sign-in", "_blank") };
    showToast({ text: t("notDownloaded"), action: signIn });
  }
  return (
    <a
      {...props}
      href={href}
      download
      onClick={(event) => {
        event.preventDefault();
        save(event.currentTarget.href);
      }}
    >
      {children}
    </a>
  );
}
