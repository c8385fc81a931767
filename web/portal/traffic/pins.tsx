import type { VNode } from "preact";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { rowOf } from "../../../server/domain/record/exchange-row.ts";
import { place } from "../state/place.ts";
import { kept } from "../state/kept.ts";
import { Row } from "./row.tsx";

/** Whole exchanges, as the journal may drop them; newest pin first. They hold no card data. */
const pins = kept<readonly Exchange[]>("pins", []);
const PINS_MAX = 20;

export function isPinned(id: string): boolean {
  return pins.value.some((pin) => pin.id === id);
}

/** The exchange as it was pinned. */
export function pinned(id: string): Exchange | undefined {
  return pins.peek().find((pin) => pin.id === id);
}

export function togglePin(exchange: Exchange): void {
  const others = pins.peek().filter(({ id }) => id !== exchange.id);
  pins.value = isPinned(exchange.id) ? others : [exchange, ...others].slice(0, PINS_MAX);
}

/** Exchanges that stay in sight whatever comes and whatever is filtered. */
export function Pins(): VNode | undefined {
  if (pins.value.length === 0) return undefined;
  return (
    <details class="pins" open>
      <summary>{`Pinned (${pins.value.length})`}</summary>
      <ul class="plain">
        {pins.value.map((exchange) => (
          <li key={exchange.id}>
            <Row row={rowOf(exchange)} isSelected={exchange.id === place.value.open} />
          </li>
        ))}
      </ul>
    </details>
  );
}
