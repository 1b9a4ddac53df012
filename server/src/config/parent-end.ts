/**
 * Calls `callback` once when the process that started this one has ended, however abruptly, or has closed the 'ipc'
 * channel that it opened; at once, if that was before this call: nothing hears of it a second time. Does nothing in a
 * process that was started without such a channel.
 */
export function onParentEnd(callback: () => void): void {
  // A process without a channel has no `send`; one that has lost its channel keeps it.
  if (!process.send) return;
  if (process.connected) process.once('disconnect', callback);
  else callback();
}
