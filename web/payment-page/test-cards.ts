/** Fills the form with the test card that somebody chose. */
export function offerTestCards(): void {
  document.querySelectorAll<HTMLButtonElement>("button[data-number]").forEach((button) => {
    button.addEventListener("click", () => {
      const { number = "", expiry = "", code = "" } = button.dataset;
      const [month = "", year = ""] = expiry.split("/");
      fill("number", number);
      fill("expiryMonth", month);
      fill("expiryYear", year);
      fill("securityCode", code);
      document.querySelector<HTMLElement>("form button")?.focus();
    });
  });
}

function fill(name: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (field === null) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("focusout", { bubbles: true }));
}
