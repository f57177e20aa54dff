"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";

/**
 * Says that there is no network, and keeps the page: a link pressed without one would end at the browser's own error page,
 * and what was typed would be lost. Next's `useOffline` also sends actions later, and a payout must never leave unasked.
 */
export function Offline() {
  const t = useTranslations("shell");
  const isOffline = useSyncExternalStore(
    listen,
    () => !navigator.onLine,
    () => false,
  );
  useEffect(() => {
    document.addEventListener("click", stay, true);
    return () => document.removeEventListener("click", stay, true);
  }, []);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-header z-30 flex justify-center px-4 pt-2">
      {isOffline && (
        <p className="flex items-center gap-2 rounded-lg border border-warning-line bg-warning-soft px-3.5 py-2 text-sm font-medium text-warning shadow-pop">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t("offline")}
        </p>
      )}
    </div>
  );
}

function listen(tell: () => void) {
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
}

/** Before any other listener. What stays on its page, as a filter does, needs no network to begin with. */
function stay(event: MouseEvent) {
  if (navigator.onLine || !(event.target instanceof Element)) return;
  const link = event.target.closest("a");
  // A file that the page has made has the page's origin, and another protocol.
  const isOurs = link?.origin === location.origin && link.protocol === location.protocol;
  if (!isOurs || link.pathname === location.pathname || link.target !== "") return;
  event.preventDefault();
  event.stopPropagation();
}
