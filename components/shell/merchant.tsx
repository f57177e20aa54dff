import { cn } from "@/lib/cn";

type Props = { name: string | null; className: string; labelled?: string };

/** Whose console this is: 帳, the mark, stands for 帳場, the counter at which the books are kept. */
export function Merchant({ name, className, labelled }: Props) {
  return (
    <div className={cn("flex min-w-0 items-center gap-2.5 py-1.5", className)}>
      <span
        aria-hidden
        lang="ja"
        className="grid size-7 shrink-0 place-items-center rounded-lg bg-foreground text-base font-semibold text-background"
      >
        帳
      </span>
      <p className={cn("min-w-0", labelled)}>
        <span className="block truncate text-md/4.5 font-semibold text-foreground">{name ?? "Choba"}</span>
        <span className="block truncate text-xs/4 text-subtle-foreground max-md:hidden">
          {name !== null && "Choba "}
          <span lang="ja">帳場</span>
        </span>
      </p>
    </div>
  );
}
