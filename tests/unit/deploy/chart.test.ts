import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { isSecretFile } from "@/lib/env/secret-files";
import { FILE_MAX_BYTES } from "@/lib/imports/grid";
import { ROOT } from "@/scripts/lib/root.mjs";
import { renderChart } from "../../support/chart";
import { expectProgram, isKnown } from "./known";

/*
 * The chart as a cluster would get it, by our own rendering of the few constructs that it uses, and by Helm where that is
 * on the machine.
 */
const FOLDER = join(ROOT, "deploy/helm/choba");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const values = parse(read("deploy/helm/choba/values.yaml"));
const ALL = {
  postgresql: { enabled: true },
  monitoring: { enabled: true, labels: { release: "prometheus" } },
  imagePullSecrets: [{ name: "registry" }],
  ingress: { annotations: { "example.com/one": "two" } },
  extraVolumes: [{ name: "authority", configMap: { name: "shop-ca" } }],
  extraVolumeMounts: [{ name: "authority", mountPath: "/etc/choba", readOnly: true }],
};
const usual = renderChart(FOLDER);
const all = renderChart(FOLDER, ALL);
const ofKind = (kind: string, of = usual) => of.filter((one) => one.kind === kind).map(({ object }) => object);
const names = (kind: string, of = usual) => ofKind(kind, of).map(({ metadata }) => metadata.name);
const pods = [...ofKind("Deployment"), ...ofKind("Job")].map((object) => ({
  name: object.metadata.name,
  kind: object.kind,
  pod: object.spec.template.spec,
  container: object.spec.template.spec.containers[0],
}));

test("has what a cluster needs to keep it running", () => {
  expect(names("Deployment")).toEqual(["choba-console", "choba-ingest", "choba-worker"]);
  expect(names("PodDisruptionBudget")).toEqual(names("Deployment"));
  expect(names("Service")).toEqual(["choba-console", "choba-ingest"]);
  expect(names("HorizontalPodAutoscaler")).toEqual(["choba-console"]);
  expect(names("Job")).toEqual(["choba-migrate-1"]);
  expect(names("Ingress")).toEqual(["choba"]);
  expect([...names("Secret"), ...names("Cluster"), ...names("PodMonitor"), ...names("PrometheusRule")]).toEqual([]);
});

test("the guide makes each secret that the values name, with its keys; the operator makes the owner's", () => {
  const guide = read("docs/operations.md");
  const { settings, database, migrationDatabase } = values.secrets;
  for (const name of [settings, database.name, values.ingress.tlsSecret])
    expect(guide).toMatch(new RegExp(`^kubectl create secret (generic|tls) ${name} `, "m"));
  const [, made = ""] = new RegExp(`secret generic ${database.name} ((?:.*\\\\\n)*.*)`).exec(guide) ?? [];
  const keys = [...made.matchAll(/--from-literal=(\w+)=/g)].map(([, key]) => key);
  expect(keys).toEqual(["username", "password", database.key]);
  const [cluster] = ofKind("Cluster", all);
  expect(cluster.spec.managed.roles).toMatchObject([{ passwordSecret: { name: database.name } }]);
  expect(migrationDatabase.name).toBe(`${cluster.metadata.name}-app`);
});

test("with a database and monitoring of the cluster's operators", () => {
  const [cluster] = ofKind("Cluster", all);
  expect(cluster.spec).toMatchObject({ instances: 3, postgresql: { synchronous: { method: "any", number: 1 } } });
  expect(ofKind("PrometheusRule", all)[0].spec).toEqual(parse(read("deploy/monitoring/alerts.yaml")));
  const [monitor] = ofKind("PodMonitor", all);
  expect(monitor.metadata.labels).toMatchObject({ release: "prometheus" });
  expect(existsSync(join(ROOT, "app", monitor.spec.podMetricsEndpoints[0].path, "route.ts"))).toBe(true);
  const [{ values: watched }] = monitor.spec.selector.matchExpressions;
  expect(watched.toSorted()).toEqual(names("Deployment").map((name) => name.replace("choba-", "")));
  expect(ofKind("Ingress", all)[0].metadata.annotations).toMatchObject({ "example.com/one": "two" });
  for (const one of [...ofKind("Deployment", all), ...ofKind("Job", all)])
    expect(one.spec.template.spec.imagePullSecrets).toEqual([{ name: "registry" }]);
});

test.each(usual.map((one) => [`${one.kind} ${one.object.metadata.name}`, one.object]))(
  "%s selects pods of its own that exist, and ports that they have",
  (_, { kind, spec }) => {
    const selected = { Deployment: "matchLabels", PodDisruptionBudget: "matchLabels", Service: null }[kind as string];
    if (selected === undefined) return;
    const labels = selected === null ? spec.selector : spec.selector[selected];
    const found = ofKind("Deployment").filter((one) =>
      Object.entries(labels).every(([key, label]) => one.spec.template.metadata.labels[key] === label),
    );
    expect(found).toHaveLength(1);
    if (kind !== "Service") return;
    const ports = found[0].spec.template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
    for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
  },
);

test("the ingress and the autoscaler name what exists", () => {
  const [ingress] = ofKind("Ingress");
  for (const { backend } of ingress.spec.rules[0].http.paths) expect(names("Service")).toContain(backend.service.name);
  expect(names("Deployment")).toContain(ofKind("HorizontalPodAutoscaler")[0].spec.scaleTargetRef.name);
});

test.each(readdirSync(join(FOLDER, "templates")).filter((file) => file.endsWith(".yaml")))(
  "%s uses values that exist",
  (file) => {
    for (const [, path = ""] of read(`deploy/helm/choba/templates/${file}`).matchAll(/\.Values\.([\w.]+)/g)) {
      const value = path.split(".").reduce((at, key) => at?.[key], values);
      expect([path, value === undefined]).toEqual([path, false]);
    }
  },
);

test.each(pods)("$name runs a program that exists, as no root, where nothing is writable", ({ pod, container }) => {
  expectProgram(container.command);
  for (const { name } of container.env) expect([name, isKnown(name)]).toEqual([name, true]);
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
  expect(container.securityContext).toEqual({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
  });
  expect(container.image).toBe(`registry.example.com/choba:${parse(read("package.json")).version}`);
});

test.each(pods.filter(({ kind }) => kind === "Deployment"))("$name is probed at addresses that exist", (one) => {
  const { livenessProbe, readinessProbe, startupProbe } = one.container;
  expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
    ...["/api/live", "/api/ready", "/api/live"],
  ]);
  for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
    expect(existsSync(join(ROOT, "app", httpGet.path, "route.ts"))).toBe(true);
  }
  // Longer than the 20 seconds in which a process stops.
  expect(one.pod.terminationGracePeriodSeconds).toBeGreaterThan(20);
});

test("every pod has the volumes that are named beside its own", () => {
  for (const one of [...ofKind("Deployment", all), ...ofKind("Job", all)]) {
    const { volumes, containers } = one.spec.template.spec;
    expect([one.metadata.name, volumes.slice(-1), containers[0].volumeMounts.slice(-1)]).toEqual([
      one.metadata.name,
      ALL.extraVolumes,
      ALL.extraVolumeMounts,
    ]);
    const own = pods.find(({ name }) => name === one.metadata.name);
    expect(volumes.slice(0, -1)).toEqual(own?.pod.volumes ?? []);
  }
});

test("what the console takes passes the ingress and nginx", () => {
  const largest = Math.max(...Object.values(ENDPOINTS).map(({ maxBytes = 0 }) => maxBytes), FILE_MAX_BYTES);
  const annotations = ofKind("Ingress")[0].metadata.annotations;
  const [, nginx = ""] = /^client_max_body_size (.*);$/m.exec(read("deploy/nginx/choba.conf")) ?? [];
  for (const limit of [annotations["nginx.ingress.kubernetes.io/proxy-body-size"], nginx]) {
    expect(limit).toMatch(/^\d+m$/);
    expect(Number.parseInt(limit, 10) * 1024 * 1024).toBeGreaterThanOrEqual(largest);
  }
});

test("the database has a connection for every process while each deployment is replaced", () => {
  const [, each = "", more = ""] = /must exceed (\d+) × processes \+ (\d+)/.exec(read("docs/operations.md")) ?? [];
  const { maxReplicas } = ofKind("HorizontalPodAutoscaler")[0].spec;
  const processes = ofKind("Deployment").map(({ spec }) => {
    const { maxSurge } = spec.strategy.rollingUpdate;
    return (spec.replicas ?? maxReplicas) + maxSurge;
  });
  const needed = Number(each) * processes.reduce((sum, one) => sum + one) + Number(more);
  const { max_connections } = ofKind("Cluster", all)[0].spec.postgresql.parameters;
  // The operator takes texts alone.
  expect(max_connections).toMatch(/^\d+$/);
  expect(Number(max_connections)).toBeGreaterThan(needed);
});

test("settings exist, and are no secrets", () => {
  const settings = ofKind("ConfigMap")[0].data;
  expect(Object.keys(settings)).toEqual(Object.keys(values.settings).toSorted());
  for (const name of Object.keys(settings))
    expect([name, isKnown(name) && !isSecretFile(`${name}_FILE`)]).toEqual([name, true]);
});

test("only the migration knows the owner of the database", () => {
  const knowing = pods.filter((one) => JSON.stringify(one.container).includes("MIGRATION_DATABASE_URL"));
  expect(knowing.map(({ kind }) => kind)).toEqual(["Job"]);
});

const hasHelm = spawnSync("helm", ["version"]).status === 0;

test.skipIf(!hasHelm)("Helm renders the same", () => {
  const { stdout, stderr } = spawnSync("helm", ["template", "choba", FOLDER], { encoding: "utf8" });
  const objects = parseAllDocuments(stdout).map((document) => document.toJS());
  expect([objects.filter(Boolean), stderr]).toEqual([expect.arrayContaining(usual.map(({ object }) => object)), ""]);
});
