/** Runs in the browser: a button makes its call and reloads the page after it succeeded. */
export const PAGE_SCRIPT = `
document.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  const { method, path, body } = target.dataset;
  target.disabled = true;
  const headers = { "content-type": "application/json", "x-sandbox-operator": "1" };
  const answer = await fetch(path, body ? { method, body, headers } : { method, headers });
  if (answer.ok) return location.reload();
  target.disabled = false;
  document.querySelector("#problem").textContent = (await answer.json()).message;
});
`;
