import { cn } from "@/lib/cn";

type Props = { name: string; className?: string };

/** A user's initials. The name stands beside it, so it says nothing of its own. */
export function Avatar({ name, className }: Props) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-7 shrink-0 place-items-center rounded-full bg-primary-soft text-2xs font-semibold text-primary",
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** Of a Latin name its words' first letters, of a Japanese one its first character. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const isLatin = /^[a-z]/i.test(name);
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return isLatin ? `${first[0] ?? ""}${last[0] ?? ""}`.toUpperCase() : (Array.from(first)[0] ?? "");
}
