import { ClientBoundary } from "@/components/messages/client-boundary";
import { SettingsNavigation } from "@/components/settings/settings-navigation";
import { setUpContext } from "@/lib/http/viewer";

export default async function SettingsLayout({ params, children }: LayoutProps<"/[environment]/settings">) {
  const { environment, actor } = await setUpContext((await params).environment);
  return (
    <div className="items-start gap-x-7 lg:flex">
      <ClientBoundary messages={["settings"]}>
        <SettingsNavigation environment={environment} role={actor.role} isConfined={actor.isConfined} />
      </ClientBoundary>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
