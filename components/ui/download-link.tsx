import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import { buttonVariants } from "./button";

type Props = ComponentProps<"a"> & { size?: "small" };

/** A link to a file that the server makes. */
export const DownloadLink = ({ size, className, children, ...props }: Props) => (
  <a download className={buttonVariants({ size, className })} {...props}>
    <Download aria-hidden />
    {children}
  </a>
);
