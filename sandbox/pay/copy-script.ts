/** Runs in the browser: a button copies the text beside it and confirms it. Without a script the buttons stay hidden. */
export const COPY_SCRIPT = `
for (const button of document.querySelectorAll("button[data-copy]")) {
  const label = button.innerHTML;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const copied = navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = await copied.then(() => button.dataset.copied, () => button.dataset.failed);
    document.querySelector("[role=status]").textContent = button.textContent;
    setTimeout(() => (button.innerHTML = label), 2000);
  });
}
`;
