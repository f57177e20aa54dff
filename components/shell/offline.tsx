"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";

/**
 * Says that there is no network, and keeps the page: a link or a search without one would end at the browser's own error
 * page, and what was typed would be lost. What else is pressed goes by `useNavigate`. Next's `useOffline` also sends
 * actions later, and a payout must never leave unasked.
 */
export function Offline() {
  const t = useTranslations("shell");
  const isOffline = useSyncExternalStore(
    listen,
    () => !navigator.onLine,
    () => false,
  );
  useEffect(() => {
    const [click, submit] = [onlyOnline(leaves), onlyOnline(asksServer)];
    document.addEventListener("click", click, true);
    document.addEventListener("submit", submit, true);
    return () => {
      document.removeEventListener("click", click, true);
      document.removeEventListener("submit", submit, true);
    };
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

/** Before any other listener. */
const onlyOnline = (leavesPage: (target: Element) => boolean) => (event: Event) => {
  if (navigator.onLine || !(event.target instanceof Element) || !leavesPage(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
};

/** A link to another part of its page, or with `data-stays`, as a filter's, needs no network to begin with. */
function leaves(target: Element): boolean {
  const link = target.closest("a");
  // A file that the page has made has the page's origin, and another protocol.
  const isOurs = link?.origin === location.origin && link.protocol === location.protocol;
  if (!isOurs || link.target !== "" || "stays" in link.dataset) return false;
  return link.hash === "" || link.pathname !== location.pathname || link.search !== location.search;
}

/** A search. What is saved is sent by its own form, which says that there is no network. */
const asksServer = (form: Element) => form instanceof HTMLFormElement && form.hasAttribute("action");
