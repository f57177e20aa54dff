"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, SubmitEvent } from "react";
import type { Environment } from "@/lib/environment";

type Page = "search" | "transactions" | "banks" | "players" | "activity" | "settings/team" | "settings/audit";
type Props = Omit<ComponentProps<"form">, "action" | "method" | "onSubmit"> & { action: `/${Environment}/${Page}` };

/**
 * A form whose fields become an address, which the browser goes to by itself before scripts have come. Next's own
 * weighs 1 kB more on every page, for what none of ours does: it sends elsewhere, calls actions, and fetches ahead.
 */
export function GetForm({ action, ...props }: Props) {
  const router = useRouter();
  function go(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget, event.nativeEvent.submitter)) {
      if (typeof value === "string") query.append(name, value);
    }
    router.push(`${action}?${query}`);
  }
  return <form {...props} action={action} onSubmit={go} />;
}
