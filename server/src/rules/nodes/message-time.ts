import type { Message } from '../../messages/message.ts';

/** Time of the values of a message, epoch ms: metadata `ts` when set (-1 when it is no time), else its creation. */
export function timeOfMessage(message: Message): number {
  const text = message.metadata.ts;
  if (!text) return message.ts;
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : -1;
}
