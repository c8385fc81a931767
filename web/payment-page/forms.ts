/** A form is sent once: while its answer is on the way, its buttons do nothing. */
export function guardForms(): void {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    if (form.getAttribute("aria-busy") === "true") event.preventDefault();
    form.setAttribute("aria-busy", "true");
  });
  // A page that comes back from the browser's memory has its form as it was when it left.
  addEventListener("pageshow", () => {
    document.querySelectorAll("form").forEach((form) => {
      form.removeAttribute("aria-busy");
    });
  });
}
