/** Downloads a file of the server. False where the session has ended: of a refused download the page never hears. */
export async function saveFile(href: string): Promise<boolean> {
  const asked = { method: "POST", signal: AbortSignal.timeout(5_000) };
  const seen = await fetch("/api/keep-alive", asked).catch(() => null);
  if (seen?.status === 401) return false;
  Object.assign(document.createElement("a"), { href, download: "" }).click();
  return true;
}
