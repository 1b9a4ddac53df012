/**
 * Calls `callback` once when npm, or the shell in which it runs its scripts, has exited: npm passes SIGTERM only to that
 * shell, which exits without notifying us. Does nothing if npm did not start this process.
 */
export function onNpmExit(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}
