/** The product's name and its mark: 帳場, the counter at which the books are kept. */
export function Wordmark() {
  return (
    <p className="flex items-center gap-2.5 text-base font-semibold">
      <span
        aria-hidden
        lang="ja"
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-foreground text-lg font-semibold text-background"
      >
        帳
      </span>
      <span>
        Choba{" "}
        <span lang="ja" className="text-sm font-normal text-subtle-foreground">
          帳場
        </span>
      </span>
    </p>
  );
}
