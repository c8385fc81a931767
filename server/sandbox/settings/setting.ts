/** One variable of the environment: what it is called, and how its text is read. */
export interface Setting<T> {
  readonly variable: string;
  /** Text that stands for the variable when it is not set; undefined: the setting is optional. */
  readonly fallback: string | undefined;
  /** The value that the text means; undefined when it means none. */
  readonly read: (text: string) => T | undefined;
  /** What the text must be, for the error. */
  readonly rule: string;
  /** What it is for, in sentences: for the help and for .env.example. */
  readonly meaning: string;
}

export const text = (variable: string, fallback: string, meaning: string): Setting<string> => ({
  ...{ variable, fallback, meaning },
  read: (value) => value,
  rule: "text",
});

export const optional = (variable: string, meaning: string): Setting<string> => ({
  ...text(variable, "", meaning),
  fallback: undefined,
});

export const oneOf = <T extends string>(
  variable: string,
  words: readonly T[],
  fallback: T,
  meaning: string,
): Setting<T> => ({
  ...{ variable, fallback, meaning },
  read: (value) => words.find((word) => word === value),
  rule: `one of ${words.join(", ")}`,
});

export const wholeNumber = (
  variable: string,
  fallback: string | undefined,
  max: number,
  meaning: string,
): Setting<number> => ({
  ...{ variable, fallback, meaning },
  read: (value) => (/^\d{1,9}$/.test(value) && Number(value) <= max ? Number(value) : undefined),
  rule: `a whole number from 0 to ${max}`,
});

export const list = (
  variable: string,
  fallback: string,
  rule: string,
  meaning: string,
): Setting<readonly string[]> => ({
  ...{ variable, fallback, meaning },
  read: (value) => value.split(",").flatMap((name) => name.trim() || []),
  rule,
});
