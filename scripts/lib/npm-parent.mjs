/**
 * Calls `ended` once when npm, or the shell that it runs its scripts in, is gone: npm passes SIGTERM to that shell alone,
 * which ends without a word to us. Does nothing where npm did not start this process.
 */
export function whenNpmEnds(ended) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ended();
  }, 500);
  timer.unref();
}
