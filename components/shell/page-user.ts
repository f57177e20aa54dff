import { PAGE_USER } from "@/lib/auth/page-user";

/**
 * Names in each request the user for whom this page was drawn, so that the server refuses to act as another one. Next
 * offers no other means for server actions, which it sends by `fetch`.
 */
export function namePageUser() {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const drawnFor = document.querySelector<HTMLElement>("[data-page-user]")?.dataset.pageUser;
    if (drawnFor === undefined) return fetch(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(PAGE_USER, drawnFor);
    return fetch(input, { ...init, headers });
  };
}
