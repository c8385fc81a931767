const form = document.getElementById("card");
const button = document.getElementById("pay");
const told = document.getElementById("told");
const { order, session, merchant } = form.dataset;

/** The transaction of the authentication, as the shop's server put it into the session. */
const TRANSACTION = "auth";

const NAMES = {
  cardNumber: "card number",
  expiryMonth: "month",
  expiryYear: "year",
  securityCode: "security code",
};

PaymentSession.configure({
  session,
  fields: {
    card: {
      number: "#card-number",
      expiryMonth: "#expiry-month",
      expiryYear: "#expiry-year",
      securityCode: "#security-code",
      nameOnCard: "#cardholder-name",
    },
  },
  frameEmbeddingMitigation: ["javascript"],
  callbacks: { initialized, formSessionUpdate },
  interaction: { displayControl: { formatCard: "EMBOSSED", invalidFieldCharacters: "REJECT" } },
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  button.disabled = true;
  tell("");
  PaymentSession.updateSessionFromForm("card");
});

/** The button waits for the fields. */
function initialized({ status, message }) {
  if (status === "ok") button.disabled = false;
  else told.textContent = message;
}

/** The card is in the session now, and the page has never seen it. */
function formSessionUpdate({ status, errors }) {
  if (status === "ok") authenticate();
  else if (status === "fields_in_error") tell(`Please look again at: ${namesOf(errors)}.`);
  else tell(errors.message);
}

const namesOf = (errors) =>
  Object.keys(errors)
    .map((key) => NAMES[key] ?? key)
    .join(", ");

function authenticate() {
  ThreeDS.configure({
    merchantId: merchant,
    sessionId: session,
    containerId: "device",
    callback: () => ThreeDS.initiateAuthentication(order, TRANSACTION, initiated),
    configuration: { userLanguage: "en-US", wsVersion: 100 },
  });
}

/** A card that is not in 3-D Secure is paid with at once, if the gateway recommends it; the server asks itself. */
function initiated({ error, restApiResponse }) {
  if (error) tell(error.msg);
  else if (restApiResponse.transaction.authenticationStatus === "AUTHENTICATION_AVAILABLE")
    ThreeDS.authenticatePayer(order, TRANSACTION, asked);
  else finish();
}

/** Scripts in HTML that is put into a page do not run, so that its form is sent by hand. */
function asked({ error, htmlRedirectCode }) {
  if (error) return tell(error.msg);
  if (!htmlRedirectCode) return finish();
  const challenge = document.getElementById("challenge");
  challenge.innerHTML = htmlRedirectCode;
  form.hidden = true;
  challenge.hidden = false;
  challenge.querySelector("form").submit();
}

/** Where the issuer would lead. */
function finish() {
  const onward = document.createElement("form");
  onward.method = "post";
  onward.action = `/orders/${order}/authenticated`;
  document.body.append(onward);
  onward.submit();
}

function tell(words) {
  told.textContent = words;
  if (words !== "") button.disabled = false;
}
