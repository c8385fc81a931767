import { rootOf } from "../domain/operations/paths.ts";
import type { Config } from "../sandbox/settings/settings.ts";
import { listedMerchants, testMerchants } from "../gateway/merchants/merchants.ts";

/** What a client of one merchant is configured with. */
export interface MerchantAccess {
  readonly id: string;
  /** `merchant.` and the id. */
  readonly user: string;
  readonly password: string;
  /** Value of the header Authorization. */
  readonly authorization: string;
  /** Base of the merchant's paths in a version, e.g. `…/api/rest/version/100/merchant/TESTSHOP`. */
  url: (version: number) => string;
}

/** A merchant that every sandbox without a merchant file has. */
export const USUAL = "TESTSHOP";

/** Finds merchants of a sandbox; without an id the first listed one, or TESTSHOP. */
export async function merchantFinder(
  url: string,
  { merchantsFile, mode, password, prefer }: Config,
): Promise<(id?: string) => MerchantAccess> {
  const listed =
    merchantsFile === undefined
      ? undefined
      : (await import("../sandbox/merchant-file.ts")).loadMerchants(merchantsFile, mode);
  const { find } = listed ? listedMerchants(listed) : testMerchants(password, { mode, prefer });
  const usual = listed?.[0]?.id ?? USUAL;
  return (id = usual) => {
    const found = find(id);
    if (found === undefined) throw new Error(`the sandbox has no merchant ${id}${listed ? "" : BEGINS}`);
    return accessOf(url, id, found.passwords[0] ?? "");
  };
}

const BEGINS = "; without a merchant file every id must begin with TEST";

export function accessOf(url: string, id: string, password: string): MerchantAccess {
  const user = `merchant.${id}`;
  return {
    id,
    user,
    password,
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    url: (version) => `${url}${rootOf(version)}/merchant/${id}`,
  };
}
