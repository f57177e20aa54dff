"use client";

import { type ComponentProps, type DragEvent, type ReactNode, useRef, useState } from "react";
import { useHydrated } from "@/components/use-hydrated";
import { cn } from "@/lib/cn";

type Props = {
  /** The file field, which is hidden: the browser's own speaks the browser's language, not the reader's. */
  field: Pick<ComponentProps<"input">, "id" | "accept" | "multiple" | "aria-label" | "aria-describedby">;
  disabled: boolean;
  className: string;
  onFiles: (files: File[]) => void;
  /** What the zone shows, with a button that opens the browser's dialog. */
  children: (button: { disabled: boolean; onClick: () => void }) => ReactNode;
};

/** Files are dropped here, or chosen by a button inside. Without `multiple` it takes the first. */
export function DropZone({ field, disabled, className, onFiles, children }: Props) {
  // Until the page can react, a press would be lost without a word.
  const isDisabled = !useHydrated() || disabled;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, field.multiple ? undefined : 1);
    if (files.length > 0 && !isDisabled) onFiles(files);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "rounded-lg border border-dashed border-border-strong",
        className,
        isOver && "border-primary bg-primary-soft",
      )}
    >
      <input
        {...field}
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        disabled={isDisabled}
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again after it was corrected.
          target.value = "";
        }}
      />
      {children({ disabled: isDisabled, onClick: () => input.current?.click() })}
    </div>
  );
}
