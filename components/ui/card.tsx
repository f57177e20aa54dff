import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section className={cn("min-w-0 rounded-xl border border-border bg-card", className)} {...props} />;
}

export function CardHeader({ className, ...props }: ComponentProps<"header">) {
  return (
    <header
      className={cn("flex min-h-11 flex-wrap items-center gap-2 border-b border-border px-4 py-1.5", className)}
      {...props}
    />
  );
}

export function CardTitle({ className, ...props }: ComponentProps<"h2">) {
  return <h2 className={cn("text-base font-semibold", className)} {...props} />;
}

export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("px-4 py-3.5", className)} {...props} />;
}

type TitledCardProps = Omit<ComponentProps<"section">, "title"> & { title: ReactNode; aside?: ReactNode };

/** A card with its title, and what stands beside the title. */
export function TitledCard({ title, aside, children, ...props }: TitledCardProps) {
  return (
    <Card {...props}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {aside}
      </CardHeader>
      {children}
    </Card>
  );
}
