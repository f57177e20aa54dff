import { type ReactElement, type ReactNode, Suspense } from "react";

/** What takes longer than this shows that it is on its way. */
const SOON_MS = 250;

type Props = { work: Promise<ReactElement>; fallback: ReactNode };

/**
 * What is there soon comes with the first bytes of the page, where it is seen at once: the browser holds back what is
 * put into its place later, and a word that flashes by tells nobody anything. What takes longer leaves the fallback.
 */
export async function Promptly({ work, fallback }: Props) {
  let due: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    due = setTimeout(resolve, SOON_MS, null);
  });
  try {
    const soon = await Promise.race([work.then((shown) => ({ shown })), late]);
    return soon ? soon.shown : <Suspense fallback={fallback}>{work}</Suspense>;
  } finally {
    clearTimeout(due);
  }
}
