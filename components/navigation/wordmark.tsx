/** The name of the house: 帳場, the counter at which the books are kept. */
export function Wordmark({ className }: { className: string }) {
  return (
    <p className={`flex items-baseline gap-2 font-semibold ${className}`}>
      Choba{" "}
      <span lang="ja" className="text-[13px] font-normal text-subtle-foreground">
        帳場
      </span>
    </p>
  );
}
