/** Once what was just pressed or typed is to be seen. A tab that is out of sight paints nothing, and is not waited for. */
export function afterPaint(work: () => void) {
  if (document.visibilityState === "hidden") return work();
  requestAnimationFrame(() => setTimeout(work));
}
