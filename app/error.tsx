"use client";

import { useRetry } from "@/components/feedback/use-retry";
import { Standalone } from "@/components/shell/standalone";

/**
 * Shown where even the words may not have loaded, so it brings its own, in both languages. Every page carries it
 * along, so it is drawn with nothing that would have to be loaded for it.
 */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  useRetry(error, retry);
  return (
    <Standalone title="This page could not be displayed">
      <p>The error is on our side. This page changed no order. Retrying automatically.</p>
      <p lang="ja">
        ページを表示できませんでした。原因はこちら側にあります。この表示によって変更された取引はありません。自動で再試行しています。
      </p>
      <button
        type="button"
        onClick={() => retry()}
        className="min-h-8 rounded-lg border border-primary bg-primary px-3 font-semibold text-primary-foreground"
      >
        Try again · <span lang="ja">もう一度表示</span>
      </button>
    </Standalone>
  );
}
