import { getRecordedMessages } from '../api/recorder.ts';
import { DAY } from '../time-window/intervals.ts';

/** What devices send themselves, beside what is said about them. */
const SENT: ReadonlySet<string> = new Set([
  'POST_TELEMETRY_REQUEST',
  'POST_ATTRIBUTES_REQUEST',
  'TO_SERVER_RPC_REQUEST',
]);
/** Messages of one search, and searches, each of which goes on where the one before has ended. */
const LIMIT = 50;
const MAX_SEARCHES = 10;

/** Where the last message is that a device has sent; undefined when none is found that is still kept. */
export async function placeOfLastSent(deviceId: string): Promise<string | undefined> {
  // The clock of the server may be ahead.
  let endTs = Date.now() + DAY;
  for (let searches = 0; searches < MAX_SEARCHES; searches++) {
    const found = await getRecordedMessages({ startTs: 0, endTs, limit: LIMIT, originatorId: deviceId });
    const last = found.messages.find(({ type, continuesAt }) => SENT.has(type) && continuesAt === null);
    if (last) return last.place;
    if (found.isComplete) return undefined;
    endTs = found.reached;
  }
  return undefined;
}
