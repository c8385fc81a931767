import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { parse, parseAllDocuments } from "yaml";
import { readArguments } from "../../server/cli/kernel/arguments.ts";
import { COMMANDS } from "../../server/cli/commands.ts";
import { readConfig } from "../../server/sandbox/config.ts";
import { SETTINGS } from "../../server/sandbox/settings/settings.ts";
import { dockerfile, environmentIn } from "./dockerfile.ts";
import type { Instruction } from "./dockerfile.ts";

const deployed = (name: string): Promise<string> =>
  readFile(new URL(`../../deploy/${name}`, import.meta.url), "utf8");

const PORT = Number(SETTINGS.port.fallback);
/** What `healthRoutes` answers, and the secrets that `withSecretFiles` reads. */
const PROBES = ["/healthz", "/readyz"];
const IN_FILES = /^SANDBOX_(PASSWORD|CONTROL_TOKEN|NOTIFICATION_SECRET|TERMINAL_KEY|STORE)_FILE$/;

/** What is set must be settings, and what they are set to must be taken. */
function expectSettings(environment: Readonly<Record<string, string>>): void {
  const plain = Object.entries(environment).filter(([name]) => !IN_FILES.test(name));
  expect(() => readConfig(Object.fromEntries(plain.map(([name, value]) => [name, value])))).not.to.throw();
}

describe("the Dockerfile", () => {
  let image: readonly Instruction[];
  let all: readonly Instruction[];
  before(async () => {
    all = await dockerfile();
    image = all.filter(({ stage }) => stage === undefined);
  });
  const textOf = (name: string): string => image.findLast((it) => it.name === name)?.text ?? "";

  it("sets settings that there are, listens beyond loopback and keeps its data in the volume", () => {
    const { NODE_ENV, ...settings } = environmentIn(image);
    expect(NODE_ENV).to.equal("production");
    expectSettings(settings);
    expect(settings).to.deep.equal({ SANDBOX_HOST: "0.0.0.0", SANDBOX_DATA: textOf("VOLUME") });
  });

  it("exposes the port, asks for readiness there, and is no root", () => {
    expect(textOf("EXPOSE")).to.equal(String(PORT));
    const [, probe] = new RegExp(`"http://127.0.0.1:${PORT}(/\\w+)"`).exec(textOf("HEALTHCHECK")) ?? [];
    expect(PROBES).to.include(probe);
    expect(textOf("USER")).to.match(/^[1-9]\d*:[1-9]\d*$/);
  });

  it("copies what is there, and what .dockerignore lets through", async () => {
    const allowed = (await readFile(new URL("../../.dockerignore", import.meta.url), "utf8"))
      .split("\n")
      .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
    for (const name of allowed.filter((it) => !it.includes("*")))
      expect(existsSync(new URL(`../../${name}`, import.meta.url)), name).to.equal(true);
    const copied = all.flatMap(({ name, text }) =>
      name === "COPY" && !text.startsWith("--") ? text.split(" ").slice(0, -1) : [],
    );
    expect(copied.filter((name) => name !== "." && !allowed.includes(name))).to.deep.equal([]);
  });
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly build: string;
        readonly ports: readonly string[];
        readonly environment: Readonly<Record<string, string>>;
        readonly secrets: readonly string[];
        readonly volumes: readonly string[];
        readonly read_only: boolean;
      }
    >
  >;
  readonly secrets: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

describe("the compose file", () => {
  it("sets settings, mounts the secrets and the volume that it names, and can write nowhere else", async () => {
    const { services, secrets, volumes } = parse(await deployed("compose.yaml")) as Compose;
    const sandbox = services["sandbox"];
    if (sandbox === undefined) throw new Error("there is no service");
    // ${NAME:-value} stands for the value when nothing is set.
    const environment = Object.entries(sandbox.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(.*)\}/, "$1"),
    ]);
    expectSettings(Object.fromEntries(environment) as Record<string, string>);
    const files = Object.values(sandbox.environment).flatMap(
      (value) => /^\/run\/secrets\/(.+)/.exec(value)?.[1] ?? [],
    );
    expect(files)
      .to.have.members([...sandbox.secrets])
      .and.have.members(Object.keys(secrets));
    expect(sandbox.volumes).to.deep.equal(Object.keys(volumes).map((name) => `${name}:/data`));
    expect(sandbox).to.deep.include({ build: "..", ports: [`${PORT}:${PORT}`], read_only: true });
  });
});

describe("the compose file with a database", () => {
  it("has two equal sandboxes, whose settings and secrets are there, behind a proxy that knows them", async () => {
    const { services, secrets } = parse(await deployed("compose-postgres.yaml"), { merge: true }) as Compose;
    const proxy = await deployed("proxy.conf");
    const upstream = [...proxy.matchAll(/server ([\w-]+):(\d+);/g)].map(([, name, port]) => [
      name,
      Number(port),
    ]);
    expect(upstream).to.deep.equal([
      ["sandbox-1", PORT],
      ["sandbox-2", PORT],
    ]);
    expect(services["sandbox-1"]).to.deep.equal(services["sandbox-2"]);
    const sandbox = services["sandbox-1"];
    if (sandbox === undefined) throw new Error("there is no service");
    expect(Object.keys(sandbox.environment)).to.include.members([
      ...["SANDBOX_STORE_FILE", "SANDBOX_PASSWORD_FILE", "SANDBOX_CONTROL_TOKEN_FILE"],
    ]);
    const named = Object.entries(sandbox.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(.*)\}/, "$1"),
    ]);
    expectSettings(Object.fromEntries(named) as Record<string, string>);
    expect([...sandbox.secrets]).to.have.members(Object.keys(secrets));
    expect(services["proxy"]?.ports).to.deep.equal([`${PORT}:${PORT}`]);
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly stringData: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas: number;
    readonly strategy: { readonly type: string };
    readonly ports: readonly { readonly port: number }[];
    readonly template: {
      readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly persistentVolumeClaim: { readonly claimName: string } }[];
      };
    };
  };
}

interface Container {
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly ports: readonly { readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly mountPath: string }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string };
}

describe("the Kubernetes manifests", () => {
  let of: (kind: string) => Manifest;
  let container: Container;
  before(async () => {
    const documents = parseAllDocuments(await deployed("kubernetes.yaml"));
    const manifests = documents.map((document) => document.toJS() as Manifest);
    of = (kind) => {
      const found = manifests.find((it) => it.kind === kind);
      if (found === undefined) throw new Error(`there is no ${kind}`);
      return found;
    };
    [container] = of("Deployment").spec.template.spec.containers;
  });

  it("set settings, with secrets that they have", () => {
    const { metadata, stringData } = of("Secret");
    const values = container.env.map(({ name, value, valueFrom }) => {
      if (valueFrom === undefined) return [name, value];
      expect(valueFrom.secretKeyRef.name).to.equal(metadata.name);
      return [name, stringData[valueFrom.secretKeyRef.key]];
    });
    expectSettings(Object.fromEntries(values) as Record<string, string>);
    expect(Object.fromEntries(values)).to.include.keys("SANDBOX_PASSWORD", "SANDBOX_CONTROL_TOKEN");
  });

  it("run one replica, which lets go of the data before the next one starts", () => {
    const { replicas, strategy, template } = of("Deployment").spec;
    expect([replicas, strategy.type]).to.deep.equal([1, "Recreate"]);
    const [volume] = template.spec.volumes;
    expect(volume?.persistentVolumeClaim.claimName).to.equal(of("PersistentVolumeClaim").metadata.name);
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).to.deep.equal(["/data"]);
    expect(container.securityContext).to.include({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    });
  });

  it("ask for health and metrics where they are", () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = container;
    expect(startupProbe.httpGet.path).to.equal("/healthz");
    expect(livenessProbe.httpGet.path).to.equal("/healthz");
    expect(readinessProbe.httpGet.path).to.equal("/readyz");
    expect([ports[0]?.containerPort, of("Service").spec.ports[0]?.port]).to.deep.equal([PORT, PORT]);
    const { annotations } = of("Deployment").spec.template.metadata;
    expect(annotations).to.include({ "prometheus.io/path": "/metrics", "prometheus.io/port": String(PORT) });
  });
});

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { readonly run: string; readonly env?: Readonly<Record<string, string>> }[];
  };
}

describe("the GitHub Action", () => {
  it("builds, and calls the program with flags that it has and inputs that it declares", async () => {
    const { inputs, runs } = parse(await deployed("action/action.yml")) as Action;
    const [build, test] = runs.steps;
    expect([runs.using, build?.run]).to.deep.equal([
      "composite",
      "npm ci --ignore-scripts && npm run --silent build",
    ]);
    const [, line = ""] = /main\.js" (.+)$/.exec(test?.run ?? "") ?? [];
    const words = line
      .replace(/"\$FAIL_ON"/, "error")
      .replace(/"\$\w+"/g, "x")
      .split(" ");
    expect(readArguments(words, {}, COMMANDS)).to.include({ kind: "run" });
    const used = Object.values(test?.env ?? {}).map(
      (value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1],
    );
    expect([...used, "working-directory"]).to.have.members(Object.keys(inputs));
  });
});
