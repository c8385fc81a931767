import type { Scorecard } from "../verdict/conduct/scorecard.ts";
import type { Expectations } from "../verdict/expectations.ts";
import type { MerchantVerdict } from "../verdict/verdict-report.ts";
import type { ControlClient } from "./control-client.ts";
import { allExchanges } from "./control-lists.ts";
import type { VerifyMaterial, VerifyWish } from "./verify-material.ts";

/** So many expectations are asked for at a time, as the control API takes bodies of 2,000 members. */
const PART = 50;

/** Asks a running sandbox for its verdict on a merchant, or on how every merchant's client behaved. */
export async function verifySandbox(
  client: ControlClient,
  { expectations, merchant }: VerifyWish,
): Promise<VerifyMaterial> {
  const verdicts =
    merchant === undefined ? await conductOfAll(client) : [await verdictOn(client, merchant, expectations)];
  const subject = `${merchant ?? "all merchants"} at ${client.url}`;
  const exchanges = await allExchanges(client, merchant);
  return { subject, verdicts, exchanges, url: client.url };
}

async function verdictOn(
  client: ControlClient,
  merchant: string,
  expectations: Expectations,
): Promise<MerchantVerdict> {
  const path = `/v1/merchants/${encodeURIComponent(merchant)}/verify`;
  const [first, ...others] = partsOf(expectations);
  const verdict = (await client.post(path, first)) as MerchantVerdict;
  const verified = [...verdict.expectations];
  for (const part of others)
    verified.push(...((await client.post(path, part)) as MerchantVerdict).expectations);
  const passed = verdict.conduct.passed && verified.every((it) => it.passed);
  return { ...verdict, passed, expectations: verified };
}

/** At least one. An expectation without an id is called by its place in the whole list. */
function partsOf(wish: Expectations): readonly Expectations[] {
  const all = (wish.expectations ?? []).map((it, index) => ({ ...it, id: it.id ?? String(index + 1) }));
  const count = Math.max(1, Math.ceil(all.length / PART));
  return Array.from({ length: count }, (_, index) => ({
    ...wish,
    expectations: all.slice(index * PART, (index + 1) * PART),
  }));
}

interface AllConduct {
  readonly merchants: readonly (Scorecard & { readonly merchant: string })[];
}

async function conductOfAll(client: ControlClient): Promise<readonly MerchantVerdict[]> {
  const { merchants } = (await client.get("/v1/conduct")) as AllConduct;
  return merchants.map(({ merchant, ...conduct }) => {
    return { merchant, passed: conduct.passed, expectations: [], conduct };
  });
}
