/**
 * `HostedForm` of the oldest pages. What they pass to it and get back stands in no public source, so that it says so
 * instead of doing something that the live gateway does not (docs/hosted-session.md).
 */

function notPlayed(name: string) {
  return (): void => {
    console.error(
      `HostedForm.${name} is not played by the sandbox: use PaymentSession of …/session.js, version 34 or later`,
    );
  };
}

const HostedForm = {
  setMerchant: notPlayed("setMerchant"),
  createSession: notPlayed("createSession"),
  updateSession: notPlayed("updateSession"),
};

Object.assign(window, { HostedForm });
