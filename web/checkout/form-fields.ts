/** What stands in the page's forms, by place and name. Secrets and cards stay out: it is kept in the browser. */
export type FormFields = Record<string, string | boolean>;

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function saveFormFields(): FormFields {
  const fields: FormFields = {};
  for (const [key, field] of formFields()) fields[key] = isTicked(field) ? field.checked : field.value;
  return fields;
}

export function restoreFormFields(saved: FormFields | null | undefined): void {
  for (const [key, field] of formFields()) {
    const value = saved?.[key];
    if (typeof value === "boolean" && isTicked(field)) field.checked = value;
    else if (typeof value === "string") field.value = value;
  }
}

function formFields(): (readonly [string, FormField])[] {
  const all = Array.from(document.querySelectorAll<FormField>("input, select, textarea"));
  const known = all.filter((field) => !/^(button|file|image|password|reset|submit)$/.test(field.type));
  const harmless = known.filter((field) => !/\bcc-/.test(field.autocomplete));
  return harmless.map((field, index) => [
    `${String(index)}:${field.name || field.id}:${valueOfChoice(field)}`,
    field,
  ]);
}

function isTicked(field: FormField): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

/** Of several choices with one name each is a field of its own. */
function valueOfChoice(field: FormField): string {
  return isTicked(field) ? field.value : "";
}
