import { setAsideMessageRoutes as routes, type SetAsideMessageInfo } from '@signalbox/contract/set-aside-message';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

const QUIET = { ignoreErrors: true };

/** Which messages a list has; absent: whatever. Bounds are inclusive, in epoch ms. */
export interface SetAsideFilter {
  type?: string | undefined;
  queueName?: string | undefined;
  originatorId?: string | undefined;
  ruleChainId?: string | undefined;
  ruleNodeId?: string | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

export function getSetAsideMessages(link: ListQuery, filter: SetAsideFilter) {
  return call(routes.getSetAsideMessages, { query: { ...link, ...filter } }, QUIET);
}

export function getSetAsideMessage(messageId: string) {
  return call(routes.getSetAsideMessage, { params: { messageId } }, QUIET);
}

export function getSetAsideSummary() {
  return call(routes.getSetAsideSummary, {}, QUIET);
}

/** Sends a message through the rules again: from the node where it failed, or from the start. */
export function retrySetAsideMessage(messageId: string, from: 'NODE' | 'START') {
  return call(routes.retrySetAsideMessage, { params: { messageId }, query: { from } }, QUIET);
}

export function deleteSetAsideMessage(messageId: string) {
  return call(routes.deleteSetAsideMessage, { params: { messageId } }, QUIET);
}

/** Newest messages that are looked at for what to filter by. */
const LOOKED_AT = 500;

/** The newest messages, for the types and nodes that there are. */
export async function getNewestSetAside(): Promise<readonly SetAsideMessageInfo[]> {
  const link = { pageSize: LOOKED_AT, page: 0, sortProperty: 'createdTime', sortOrder: 'DESC' as const };
  return (await getSetAsideMessages(link, {})).data;
}
