/** Made when it is first asked for, and kept unless it fails: then whoever asks next has it made again. */
export function keptPromise<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
