import type { Message } from '../../messages/message.ts';

/** Time of a message's values, epoch ms: metadata `ts` when set (-1 when it is not a time), else its creation time. */
export function timeOfMessage(message: Message): number {
  const text = message.metadata.ts;
  if (!text) return message.ts;
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : -1;
}
