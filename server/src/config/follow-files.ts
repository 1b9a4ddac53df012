import { unwatchFile, watchFile } from 'node:fs';

/** How often files are looked at, in ms. */
const LOOK_PERIOD = 5000;

/**
 * Calls `changed` whenever one of some files is another one than before.
 * @returns a function that ends this
 */
export function followFiles(files: readonly string[], changed: () => void, period = LOOK_PERIOD): () => void {
  for (const file of files) watchFile(file, { interval: period, persistent: false }, changed);
  return () => {
    for (const file of files) unwatchFile(file, changed);
  };
}
