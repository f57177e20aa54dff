/**
 * Downloads a file of the server. Where the session has ended it leads to sign-in and back: of a download that is
 * refused the page never hears.
 */
export async function saveFile(href: string): Promise<void> {
  const seen = await fetch("/api/keep-alive", { method: "POST" }).catch(() => null);
  if (seen?.status === 401) {
    location.assign(`/sign-in?return=${encodeURIComponent(location.pathname + location.search)}`);
  } else {
    Object.assign(document.createElement("a"), { href, download: "" }).click();
  }
}
