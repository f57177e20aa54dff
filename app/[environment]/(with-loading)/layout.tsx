import { viewerContext } from "@/lib/http/viewer";

/** Above the pages with a loading.tsx: below one, the status is already sent, and a redirect would come with 200. */
export default async function WithLoading({ params, children }: LayoutProps<"/[environment]">) {
  await viewerContext((await params).environment);
  return children;
}
