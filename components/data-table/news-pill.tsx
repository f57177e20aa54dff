type Props = { onShow: () => void /** Null where nothing is new. */; children: string | null };

/** New rows above the page are counted and shown on request: no row moves under the pointer. */
export function NewsPill({ onShow, children }: Props) {
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-1 z-2 flex justify-center lg:top-10">
      {children !== null && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto min-h-6.5 rounded-full border border-border-strong bg-popover px-3 text-xs font-medium text-primary shadow-pop hover:bg-accent pointer-coarse:min-h-10"
        >
          {children}
        </button>
      )}
    </div>
  );
}
