import { Empty } from "@/components/feedback/empty";
import { PageFrame } from "./page-frame";

/** A page that the viewer's role does not permit: its title, and why it is empty. */
export function MayNot({ title, why }: { title: string; why: string }) {
  return (
    <PageFrame title={title}>
      <Empty title={why} />
    </PageFrame>
  );
}
