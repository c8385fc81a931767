/** Why a folder could not be listed, in words and with the system's own. */
export function folderFault(error: unknown): string {
  return told(error, {
    ENOENT: "it is not there",
    ENOTDIR: "it is a file, name the folder that the file is in",
    EACCES: "this user may not read it",
  });
}

/** Why a file of the folder could not be read. */
export function fileFault(error: unknown): string {
  if (codeOf(error) === NO_TEXT) return "is not UTF-8 text: save it as UTF-8";
  const why = told(error, {
    EISDIR: "it is a folder, and folders in the folder are not looked into: rename it",
    ENOENT: "it is a link to nothing",
    EACCES: "this user may not read it",
  });
  return `cannot be read: ${why}`;
}

/** Of a TextDecoder. */
const NO_TEXT = "ERR_ENCODING_INVALID_ENCODED_DATA";

function told(error: unknown, words: Readonly<Record<string, string>>): string {
  const code = codeOf(error);
  return code === undefined ? String(error) : `${words[code] ?? "the system refuses it"} (${code})`;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
