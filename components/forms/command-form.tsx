"use client";

import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"form">, "method" | "onSubmit"> & { isPending?: boolean; onSend: () => void };

/** A form that a command takes. It names POST, so that nothing typed before the page can react stands in an address. */
export function CommandForm({ isPending = false, onSend, ...props }: Props) {
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSend();
      }}
      {...props}
    />
  );
}
