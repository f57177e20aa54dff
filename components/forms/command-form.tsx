"use client";

import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"form">, "method" | "noValidate" | "onSubmit"> & {
  isPending: boolean;
  onSend: () => void;
};

/**
 * A form that a command takes. It names POST, so that nothing typed before the page can react stands in an address. What
 * is missing is said beside its field in the user's language: the browser's own bubbles are in the browser's.
 */
export function CommandForm({ isPending, onSend, ...props }: Props) {
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSend();
      }}
      {...props}
    />
  );
}
