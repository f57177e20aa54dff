import type { DirectoryEntry } from "@/lib/banks/schema";

/** Code and name side by side, as some names are borne by two. */
export function DirectoryName({ code, name }: Pick<DirectoryEntry, "code" | "name">) {
  return (
    <>
      <span className="mr-1 font-mono text-xs text-muted-foreground">{code}</span> <span lang="ja">{name}</span>
    </>
  );
}
