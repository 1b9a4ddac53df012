import { getEvents } from '../api/events.ts';
import { getEnteredMessages } from '../api/recorder.ts';
import { type ExampleMessage, lastMessageOf, readExample } from './example-message.ts';

/** Messages of a node that are offered. */
const OF_NODE = 100;
/** Of each of the other nodes of its chain, and how many of these are asked. */
const OF_OTHERS = 20;
const MAX_OTHERS = 20;
const MAX_TEXT = 80;
/** Of one choice of messages. */
const MAX_SEARCHES = 5;

/** A message that entered a node. */
export interface RealMessage extends ExampleMessage {
  id: string;
  /** epoch ms */
  ts: number;
  nodeName: string;
  /** The beginning of what it holds, in one line. */
  text: string;
}

export interface StoredNode {
  id: string;
  name: string;
  debugMode: boolean;
}

/** Payload and metadata are texts. */
type Entered = Readonly<Record<'msgType' | 'data' | 'metadata', unknown>>;

function toMessage(entered: Entered, of: Pick<RealMessage, 'id' | 'ts' | 'nodeName'>): RealMessage[] {
  const example = readExample(entered);
  if (!example) return [];
  const text = String(entered.data ?? '').replace(/\s+/g, ' ');
  return [{ ...example, ...of, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text }];
}

/**
 * The newest messages of the last day as they entered the nodes of a chain, or one of them, newest first; debug mode is
 * not needed.
 * @param searches each looks at what the server can run again in a moment; they go on until one has found something
 */
export async function recordedMessages(
  ruleChainId: string,
  ruleNodeId: string | undefined,
  { limit = OF_NODE, searches = MAX_SEARCHES }: { limit?: number; searches?: number } = {},
): Promise<RealMessage[]> {
  let endTs: number | undefined;
  for (let done = 0; done < searches; done++) {
    const { messages, reached, isComplete } = await getEnteredMessages(ruleChainId, { ruleNodeId, endTs, limit });
    const found = messages.flatMap((one, index) =>
      toMessage(
        { msgType: one.type, data: one.data, metadata: JSON.stringify(one.metadata) },
        { id: `${one.place} ${one.ruleNodeId} ${index}`, ts: one.createdTime, nodeName: one.nodeName },
      ),
    );
    if (found.length > 0 || isComplete) return found;
    endTs = reached;
  }
  return [];
}

/**
 * The last message that entered a stored node: the one of debug mode, else of the last day; undefined without one.
 * @param ruleChainId absent: no messages run through the chain here
 */
export async function latestMessageOf(
  ruleNodeId: string,
  ruleChainId: string | undefined,
): Promise<ExampleMessage | undefined> {
  const debugged = await lastMessageOf(ruleNodeId);
  if (debugged || ruleChainId === undefined) return debugged;
  const [latest] = await recordedMessages(ruleChainId, ruleNodeId, { limit: 1, searches: 1 });
  return latest;
}

async function ofNode({ id, name }: StoredNode, tenantId: string, pageSize: number): Promise<RealMessage[]> {
  const page = { page: 0, pageSize, startTime: 0, endTime: Date.now() };
  const filter = { eventType: 'DEBUG_RULE_NODE', msgDirectionType: 'IN' } as const;
  const { data } = await getEvents({ entityType: 'RULE_NODE', id }, tenantId, filter, page);
  return data.flatMap(({ id: event, createdTime, body }) =>
    toMessage(body as Entered, { id: event.id, ts: createdTime, nodeName: name }),
  );
}

/** The newest messages that entered a node in debug mode, newest first. */
export const messagesOfNode = (node: StoredNode, tenantId: string): Promise<RealMessage[]> =>
  ofNode(node, tenantId, OF_NODE);

/** Those of several nodes of a chain: of the ones that are in debug mode before others. */
export async function messagesOfChain(nodes: readonly StoredNode[], tenantId: string): Promise<RealMessage[]> {
  const requested = [...nodes]
    .sort((one, other) => Number(other.debugMode) - Number(one.debugMode))
    .slice(0, MAX_OTHERS);
  const found = await Promise.all(requested.map((node) => ofNode(node, tenantId, OF_OTHERS)));
  return found.flat().sort((one, other) => other.ts - one.ts);
}

/** Those in which a text occurs, in any case. */
export function searchMessages(messages: readonly RealMessage[], search: string): RealMessage[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [...messages];
  return messages.filter((message) =>
    [message.msgType, message.nodeName, JSON.stringify(message.msg), JSON.stringify(message.metadata)].some((text) =>
      text?.toLowerCase().includes(wanted),
    ),
  );
}
