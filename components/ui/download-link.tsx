"use client";

import { Download } from "lucide-react";
import type { ComponentProps } from "react";
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

/** The same as plain text, or in a style of its own. */
export const FileLink = ({ href, children, ...props }: ComponentProps<"a">) => (
  <a
    {...props}
    href={href}
    download
    onClick={(event) => {
      event.preventDefault();
      saveFile(event.currentTarget.href);
    }}
  >
    {children}
  </a>
);
