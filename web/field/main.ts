import { createField } from "./field.ts";
import type { Field } from "./field.ts";
import { configure, update } from "./gateway.ts";
import type { FieldSetup, ToField } from "./protocol.ts";

/** One field in a frame. The first message of the page around it says which, and brings the channel to talk by. */
addEventListener("message", function begin({ source, data, ports: [port] }) {
  if (source !== parent || port === undefined) return;
  removeEventListener("message", begin);
  const field = createField(data as FieldSetup, (it) => {
    port.postMessage(it);
  });
  port.onmessage = ({ data: order, ports: [reply] }) => {
    void obey(field, order as ToField).then((answer) => reply?.postMessage(answer));
  };
});

/** What comes of an order, for those that ask for an answer. */
async function obey(field: Field, order: ToField): Promise<unknown> {
  switch (order.do) {
    case "configure":
      return configure(order.sessionId);
    case "validate":
      return field.validate();
    case "update":
      return update(order.sessionId, field.type, field.values());
    default:
      field.obey(order);
      return undefined;
  }
}
