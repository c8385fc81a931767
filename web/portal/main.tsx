/*! The portal contains Preact and @preact/signals, (c) Jason Miller, Preact Team and contributors, MIT License. */
import { render } from "preact";
import { App } from "./app.tsx";
import { guardKeys } from "./state/keys.ts";
import { enter } from "./state/session.ts";

const place = document.getElementById("portal");
if (place !== null) {
  render(<App />, place);
  guardKeys();
  void enter();
}
