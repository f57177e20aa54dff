/** Runs in the browser: a button makes its call and reloads the page after it succeeded, or says why it did not. */
export const PAGE_SCRIPT = `
document.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  const { method, path, body } = target.dataset;
  target.disabled = true;
  const headers = { "content-type": "application/json", "x-sandbox-operator": "1" };
  const problem = document.querySelector("#problem");
  try {
    const answer = await fetch(path, body ? { method, body, headers } : { method, headers });
    if (answer.ok) return location.reload();
    problem.textContent = (await answer.json()).message;
  } catch {
    problem.textContent = "There was no answer. The call may have been carried out: reload the page to see.";
  }
  target.disabled = false;
});
`;
