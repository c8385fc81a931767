import { merchantFinder } from "../../embedding/merchant-access.ts";
import type { OwnSandbox } from "../../embedding/own-sandbox.ts";
import { isLoopback } from "../../sandbox/config.ts";
import type { Environment } from "../../sandbox/config.ts";
import { flagValue, UsageError } from "../kernel/command.ts";
import type { Invocation, Terminal } from "../kernel/command.ts";
import { announce } from "../start/command.ts";
import { startForCommand } from "../start/own.ts";

/** The shop is plain JavaScript, as a merchant's own would be. */
const SHOP = new URL("../../../examples/shop/server.js", import.meta.url);

interface Shop {
  readonly port: number;
  readonly close: () => Promise<void>;
}

interface ShopModule {
  readonly openShop: (settings: {
    readonly gateway: string;
    readonly merchant: string;
    readonly password: string;
    readonly host: string;
    readonly port: number;
  }) => Promise<Shop>;
}

const PORT_MAX = 65_535;

/** Starts a sandbox and the shop that uses it; both stay until a signal comes. */
export async function demonstrate(
  invocation: Invocation,
  usual: Environment,
  terminal: Terminal,
): Promise<undefined> {
  const port = shopPortOf(flagValue(invocation, "shop-port") ?? "0");
  const own = await startForCommand(invocation, usual, terminal);
  const shop = await openShop(own, port).catch(async (error: unknown) => {
    await own.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await shop.close();
    await own.close();
  };
  announce({ ...own.sandbox, close }, own.config, own.log, terminal);
  terminal.print(`shop at http://${hostOf(own)}:${shop.port}/, portal at ${addressOf(own)}/_sandbox/\n`);
  return undefined;
}

/** @throws UsageError */
function shopPortOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= PORT_MAX) return Number(text);
  throw new UsageError(`--shop-port must be a whole number from 0 to ${PORT_MAX}`);
}

async function openShop(own: OwnSandbox, port: number): Promise<Shop> {
  const { openShop: open } = (await import(SHOP.href)) as ShopModule;
  const { id, password } = (await merchantFinder(own.sandbox.url, own.config))();
  return open({ gateway: addressOf(own), merchant: id, password, host: own.config.host, port });
}

/** Where browsers reach the sandbox. */
const addressOf = ({ sandbox, config }: OwnSandbox): string => config.publicUrl ?? sandbox.url;

/** By its name this machine is another site than 127.0.0.1, as a shop is another one than its gateway. */
const hostOf = ({ config: { host } }: OwnSandbox): string =>
  isLoopback(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
