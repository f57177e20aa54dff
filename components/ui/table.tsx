import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

export function Table({ className, ...props }: ComponentProps<"table">) {
  return <table className={cn("w-full border-collapse text-left", className)} {...props} />;
}

type HeadedProps = {
  /** What it is, for those who hear it. */
  caption: string;
  /** The names of its columns; those of figures stand on the right. */
  heads: readonly (string | { figure: string })[];
  isTinted?: boolean;
  className?: string;
  children: ReactNode;
};

/** A table whose columns have names and nothing else in their heads. */
export function HeadedTable({ caption, heads, isTinted = false, className, children }: HeadedProps) {
  return (
    <Table className={className}>
      <caption className="sr-only">{caption}</caption>
      <thead className={isTinted ? "bg-muted" : undefined}>
        <TableRow>
          {heads.map((head) =>
            typeof head === "string" ? (
              <TableHead key={head}>{head}</TableHead>
            ) : (
              <TableHead key={head.figure} className="text-right">
                {head.figure}
              </TableHead>
            ),
          )}
        </TableRow>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("border-b border-border [tbody_&]:last:border-b-0", className)} {...props} />;
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("px-3 py-2 text-xs font-medium sm:px-4 whitespace-nowrap text-subtle-foreground", className)}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("px-3 py-2.25 align-top sm:px-4", className)} {...props} />;
}
