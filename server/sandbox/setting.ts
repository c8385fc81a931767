/** One variable of the environment: what it is called, and how its text is read. */
export interface Setting<T> {
  readonly variable: string;
  /** Text that stands for the variable when it is not set; undefined: the setting is optional. */
  readonly fallback: string | undefined;
  /** The value that the text means; undefined when it means none. */
  readonly read: (text: string) => T | undefined;
  /** What the text must be, for the error. */
  readonly rule: string;
}

export const text = (variable: string, fallback: string): Setting<string> => ({
  variable,
  fallback,
  read: (value) => value,
  rule: "text",
});

export const optional = (variable: string): Setting<string> => ({
  ...text(variable, ""),
  fallback: undefined,
});

export const oneOf = <T extends string>(variable: string, words: readonly T[], fallback: T): Setting<T> => ({
  variable,
  fallback,
  read: (value) => words.find((word) => word === value),
  rule: `one of ${words.join(", ")}`,
});

export const wholeNumber = (
  variable: string,
  fallback: string | undefined,
  max: number,
): Setting<number> => ({
  variable,
  fallback,
  read: (value) => (/^\d{1,9}$/.test(value) && Number(value) <= max ? Number(value) : undefined),
  rule: `a whole number from 0 to ${max}`,
});

export const list = (variable: string, fallback: string, rule: string): Setting<readonly string[]> => ({
  variable,
  fallback,
  read: (value) => value.split(",").flatMap((name) => name.trim() || []),
  rule,
});
