import { useEffect, useRef } from "react";
import { linkOf, rowsOf } from "./docked";

type Props = { onShow: () => void /** Null where nothing is new. */; children: string | null };

/** New rows above the page are counted and shown on request: no row moves under the pointer. */
export function NewsPill({ onShow, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // The button leaves with the news that it brings, above the rows beside it: the first of them has the focus then.
  const isNews = children !== null;
  useEffect(() => {
    if (isNews || !isPressed.current) return;
    isPressed.current = false;
    const [first] = rowsOf(place.current?.parentElement ?? null);
    if (document.activeElement === document.body) linkOf(first)?.focus();
  }, [isNews]);
  return (
    <div
      ref={place}
      role="status"
      className="pointer-events-none absolute inset-x-0 top-1 z-2 flex justify-center lg:top-10"
    >
      {isNews && (
        <button
          type="button"
          onClick={() => {
            isPressed.current = true;
            onShow();
          }}
          className="pointer-events-auto min-h-6.5 rounded-full border border-border-strong bg-popover px-3 text-xs font-medium text-primary shadow-pop hover:bg-accent pointer-coarse:min-h-10"
        >
          {children}
        </button>
      )}
    </div>
  );
}
