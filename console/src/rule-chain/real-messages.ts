import type { Event } from '@signalbox/contract/event';
import { getEvents } from '../api/events.ts';
import { type ExampleMessage, readExample } from './example-message.ts';

/** Messages of a node that are offered. */
const OF_NODE = 100;
/** Of each of the other nodes of its chain, and how many of these are asked. */
const OF_OTHERS = 20;
const MAX_OTHERS = 20;
const MAX_TEXT = 80;

/** A message that entered a node while its debug mode was on. */
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

function toMessage({ id, createdTime, body }: Event, nodeName: string): RealMessage[] {
  const example = readExample(body);
  if (!example) return [];
  const text = String(body.data ?? '').replace(/\s+/g, ' ');
  return [
    {
      ...example,
      id: id.id,
      ts: createdTime,
      nodeName,
      text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text,
    },
  ];
}

async function ofNode({ id, name }: StoredNode, tenantId: string, pageSize: number): Promise<RealMessage[]> {
  const page = { page: 0, pageSize, startTime: 0, endTime: Date.now() };
  const filter = { eventType: 'DEBUG_RULE_NODE', msgDirectionType: 'IN' } as const;
  const { data } = await getEvents({ entityType: 'RULE_NODE', id }, tenantId, filter, page);
  return data.flatMap((event) => toMessage(event, name));
}

/** The newest messages that entered a node, newest first. */
export const messagesOfNode = (node: StoredNode, tenantId: string): Promise<RealMessage[]> =>
  ofNode(node, tenantId, OF_NODE);

/** Those of several nodes of a chain: of the ones that are in debug mode before others. */
export async function messagesOfChain(nodes: readonly StoredNode[], tenantId: string): Promise<RealMessage[]> {
  const asked = [...nodes].sort((one, other) => Number(other.debugMode) - Number(one.debugMode)).slice(0, MAX_OTHERS);
  const found = await Promise.all(asked.map((node) => ofNode(node, tenantId, OF_OTHERS)));
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
