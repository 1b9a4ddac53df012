import { ruleChainRoutes } from '@signalbox/contract/rule-chain';
import { call } from '../api/client.ts';

/** A message to try scripts with. */
export interface ExampleMessage {
  msgType: string;
  msg: unknown;
  metadata: Readonly<Record<string, string>>;
}

/** What scripts are tried with when no real message is known. */
export const SAMPLE_MESSAGE: ExampleMessage = {
  msgType: 'POST_TELEMETRY_REQUEST',
  msg: { temperature: 22.4, humidity: 78 },
  metadata: { deviceName: 'Test Device', deviceType: 'default', ts: String(Date.now()) },
};

function parse(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** The last message that entered a stored node whose debug mode was on; undefined without one. */
export async function lastMessageOf(ruleNodeId: string): Promise<ExampleMessage | undefined> {
  const event = await call(ruleChainRoutes.getLatestDebugInput, { params: { ruleNodeId } }, quiet);
  return event ? readExample(event) : undefined;
}

/** The message of a debug event; undefined when it is not JSON. */
export function readExample(event: Readonly<Record<string, unknown>>): ExampleMessage | undefined {
  const msg = parse(event.data);
  const metadata = parse(event.metadata);
  if (msg === undefined) return undefined;
  const texts =
    typeof metadata === 'object' && metadata !== null
      ? Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]))
      : {};
  return { msgType: String(event.msgType ?? SAMPLE_MESSAGE.msgType), msg, metadata: texts };
}
