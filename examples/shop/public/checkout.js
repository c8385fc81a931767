const { order, session } = document.getElementById("checkout").dataset;
const button = document.getElementById("pay");

/** The gateway's script calls these by the names in its element. */
window.onComplete = ({ resultIndicator }) =>
  location.assign(`/orders/${order}/return?resultIndicator=${encodeURIComponent(resultIndicator)}`);
window.onCancel = () => location.assign(`/orders/${order}`);
window.onError = (error) => {
  document.getElementById("told").textContent = error.explanation ?? error.cause;
};

Checkout.configure({ session: { id: session } });
if (button === null) Checkout.showEmbeddedPage("#checkout");
else {
  button.addEventListener("click", () => Checkout.showPaymentPage());
  button.disabled = false;
}
