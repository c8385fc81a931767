import { signal } from "@preact/signals";

/** Whether the sandbox asks for its control token. */
export const isLoginNeeded = signal(false);

/** What went wrong last, in a sentence. */
export const problem = signal<string | undefined>(undefined);
