/** Waits for work that goes on when nobody waits for it any more. @throws Error `text` when the time is up before */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, text: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new Error(text));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
