import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/** A package that users get, as package-lock.json has it. */
interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
}

/** A package of others, and whether it stands in files of ours or is installed beside them. */
export interface Material {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Hexadecimal SHA-512 of its archive; undefined: the lock file has none. */
  readonly sha512: string | undefined;
  readonly isBundled: boolean;
}

/** Names of the packages that files of node_modules belong to. */
export function packagesOf(files: readonly string[]): readonly string[] {
  const names = files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/**
 * What users get of others. `npm sbom --omit dev` is not asked: it leaves out what a package for development needs as
 * well (npm 11).
 */
export function materialsIn(
  packages: Readonly<Record<string, Locked>>,
  bundled: readonly string[],
): readonly Material[] {
  return Object.entries(packages).flatMap(([path, { version = "", license = "", integrity, dev }]) => {
    const name = path.replace(/.*node_modules\//, "");
    const isBundled = bundled.includes(name) && path === `node_modules/${name}`;
    if (path === "" || (dev === true && !isBundled)) return [];
    const digest = /sha512-(\S+)/.exec(integrity ?? "")?.[1];
    const sha512 = digest === undefined ? undefined : Buffer.from(digest, "base64").toString("hex");
    return [{ name, version, license, sha512, isBundled }];
  });
}

/** The bill of materials in the format CycloneDX 1.5. The same packages give the same text: it names no time. */
export function billOf(
  materials: readonly Material[],
  own: { readonly name: string; readonly version: string },
) {
  const root = `pkg:npm/${own.name}@${own.version}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        ...{ type: "application", "bom-ref": root, purl: root },
        ...own,
        licenses: licensesOf("MIT"),
      },
    },
    components: materials.map(({ name, version, license, sha512, isBundled }) => {
      const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
      return {
        ...{ type: "library", "bom-ref": purl, name, version, purl, licenses: licensesOf(license) },
        ...(sha512 !== undefined && { hashes: [{ alg: "SHA-512", content: sha512 }] }),
        properties: [{ name: "gateway-sandbox:bundled", value: String(isBundled) }],
      };
    }),
  };
}

const licensesOf = (id: string) => [{ license: { id } }];

/** The licences, and their texts where no package is installed that has them. */
async function licencesOf(materials: readonly Material[]): Promise<string> {
  const bundled = materials.filter(({ isBundled }) => isBundled);
  const texts = await Promise.all(
    bundled.map(async ({ name, version, license }) => {
      const text = await readFile(join("node_modules", name, "LICENSE"), "utf8");
      return `### ${name} ${version} (${license})\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`;
    }),
  );
  const installed = materials.filter(({ isBundled }) => !isBundled);
  const rows = installed.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return [
    "# Packages of others",
    "## In files of this package",
    ...texts,
    "## Installed beside it\n",
    "npm installs these; the text of each licence is in its folder of `node_modules`.\n",
    ["| package | version | licence |", "|---|---|---|", ...rows, ""].join("\n"),
  ].join("\n");
}

/** Packages that stand in what runs in browsers; programs leave theirs where they are installed (programs.ts). */
export async function bundledPackages(): Promise<readonly string[]> {
  const files = await readdir("web", { recursive: true });
  const { metafile } = await build({
    entryPoints: files.filter((file) => /^[\w-]+\/main\.tsx?$/.test(file)).map((file) => `./web/${file}`),
    outdir: "nowhere",
    tsconfig: "web/tsconfig.json",
    ...{ bundle: true, write: false, metafile: true, format: "esm", logLevel: "silent" },
    loader: { ".svg": "empty", ".css": "empty" },
  });
  return packagesOf(Object.keys(metafile.inputs));
}

/** Writes `sbom.cdx.json` and `THIRD-PARTY.md` into the folder. */
export async function writeMaterials(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const materials = materialsIn(lock.packages, await bundledPackages());
  const bill = billOf(materials, { name: lock.name, version: lock.version });
  await Promise.all([
    writeFile(join(folder, "sbom.cdx.json"), `${JSON.stringify(bill, undefined, 2)}\n`),
    writeFile(join(folder, "THIRD-PARTY.md"), await licencesOf(materials)),
  ]);
}
