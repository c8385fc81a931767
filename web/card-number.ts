/** Writes the digits in groups, as on the card, and keeps the cursor behind the same digit. */
export function regroup(field: HTMLInputElement, digits: string, scheme: string | undefined): void {
  const pattern = scheme === "AMEX" ? /^(\d{1,4})(\d{1,6})?(\d{1,9})?$/ : /(\d{1,4})/g;
  const groups = scheme === "AMEX" ? (pattern.exec(digits) ?? []).slice(1) : (digits.match(pattern) ?? []);
  const text = groups.filter((group) => group).join(" ");
  if (text === field.value) return;
  const before = field.value.slice(0, field.selectionStart ?? undefined).replace(/\D/g, "").length;
  field.value = text;
  let at = 0;
  for (let seen = 0; seen < before && at < text.length; at += 1) if (/\d/.test(text[at] ?? "")) seen += 1;
  field.setSelectionRange(at, at);
}
