import { isTransient } from '../config/transient-error.ts';

/** ms between two attempts. */
const RETRY_PAUSE = 500;

/**
 * Runs `work`, and retries while the database is unavailable.
 * @param isClosed true when no one waits any more: then the next failure is final
 * @throws whatever else `work` throws
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, isClosed: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || isClosed()) throw error;
      await new Promise<void>((resolve) => setTimeout(resolve, RETRY_PAUSE).unref());
    }
  }
}
