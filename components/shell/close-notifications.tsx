"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

/** A page that is open needs no notification on the screen about it. */
export function CloseNotifications() {
  const pathname = usePathname();
  useEffect(() => {
    closeAbout(pathname).catch(() => {});
  }, [pathname]);
  return null;
}

async function closeAbout(pathname: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    if (notification.data?.path === pathname) notification.close();
  }
}
