import { ClientMessages } from "@/components/client-messages";
import { Live } from "@/components/live";
import { Shortcuts } from "@/components/palette/shortcuts";
import { Providers } from "@/components/providers";
import { Presence } from "@/components/shell/presence";
import { Shell } from "@/components/shell/shell";
import { configuredEnvironments } from "@/lib/auth/context";
import { setUpContext } from "@/lib/auth/viewer";

export default async function EnvironmentLayout({ params, children }: LayoutProps<"/[environment]">) {
  const { environment, actor } = await setUpContext((await params).environment);
  return (
    <Providers>
      <Presence />
      <ClientMessages
        of={[
          ...(["shell", "sections", "roles", "failure", "notHeld", "states", "palette"] as const),
          ...(["search.box", "search.fields", "search.how"] as const),
        ]}
      >
        <Live environment={environment}>
          <Shortcuts
            environment={environment}
            offered={configuredEnvironments()}
            person={{ id: actor.id, role: actor.role }}
          />
          <Shell environment={environment} offered={configuredEnvironments()} person={actor}>
            {children}
          </Shell>
        </Live>
      </ClientMessages>
    </Providers>
  );
}
