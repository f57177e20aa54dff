// The service worker: shows notifications that the console pushes, and opens their page. It caches nothing.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const message = event.data?.json();
  if (message) event.waitUntil(show(message));
});

/** `over`: tags of what was handled since. */
async function show({ title, body, path, tag, lang, over = [] }) {
  for (const old of over) await close(old);
  await self.registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: "/icon.svg",
    badge: "/icon-maskable.svg",
    data: { path },
    // Another message about the same is news.
    renotify: true,
  });
}

async function close(tag) {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

/** In a tab of the console that is open, or in another one. Never outside of the console. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window" });
  // A tab that shows a page may hold a form: only one that is already there is brought forward.
  // Of a page with one item open, the one with that item.
  const there = tabs.find((tab) => {
    const { pathname, search } = new URL(tab.url);
    return pathname === url.pathname && (url.search === "" || search === url.search);
  });
  if (there) await there.focus();
  else await self.clients.openWindow(url.href);
}
