import type { EnteredMessage, EnteredMessages } from '@signalbox/contract/recorder';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { LogSearch } from '../messages/log-search.ts';
import { createRetainLiving, placeText, type ShowMessage } from './recorded-message.ts';
import { createReplay, type ReplayParts } from './replay.ts';

export interface EnteredMessagesParts extends ReplayParts {
  search: Pick<LogSearch, 'find'>;
  show: ShowMessage;
  directory: EntityDirectory;
}

export interface EnteredQuery {
  ruleChainId: string;
  /** Of this node alone. */
  ruleNodeId?: string | undefined;
  /** epoch ms, exclusive */
  endTs?: number | undefined;
  limit: number;
}

/** Messages that are read from the log before they are run again. */
const PART = 50;
/** ms; what a search may take */
const PATIENCE = 2_000;

/** Finds messages as they entered the nodes of a chain, the newest first: those of the log are run again. */
export function createEnteredMessages({ search, show, directory, ...parts }: EnteredMessagesParts) {
  return async function findEntered(
    tenantId: string,
    { ruleChainId, ruleNodeId, endTs, limit }: EnteredQuery,
  ): Promise<EnteredMessages> {
    const end = performance.now() + PATIENCE;
    const messages: EnteredMessage[] = [];
    const replay = createReplay(parts, tenantId);
    try {
      for (let until = endTs ?? Number.MAX_SAFE_INTEGER; ; ) {
        const part = await search.find({
          mentions: [tenantId],
          accept: (message) => message.tenantId === tenantId,
          retain: createRetainLiving(directory, tenantId),
          from: 0,
          until,
          order: 'newest first',
          limit: PART,
          patience: Math.max(0, end - performance.now()),
        });
        let last: number | undefined;
        for (const logged of part.found) {
          // A search goes on from a millisecond, so that one is looked at to its end.
          const isOver = performance.now() > end || messages.length >= limit;
          if (isOver && last !== undefined && logged.createdTime !== last) {
            return { messages, reached: last, isComplete: false };
          }
          last = logged.createdTime;
          const { steps, contents } = await replay.run(logged);
          for (const step of steps) {
            const content = contents[step.content];
            const isHere =
              step.ruleChainId === ruleChainId && (ruleNodeId === undefined || step.ruleNodeId === ruleNodeId);
            // Half of a payload is none.
            if (!isHere || !content || content.size > content.data.length) continue;
            const { originatorName } = await show(logged);
            messages.push({
              place: placeText(logged.place),
              createdTime: logged.createdTime,
              originatorName,
              ruleNodeId: step.ruleNodeId,
              nodeName: step.nodeName,
              type: content.type,
              data: content.data,
              metadata: content.metadata,
            });
          }
        }
        const { isComplete, reached } = part;
        if (isComplete || performance.now() > end || messages.length >= limit) return { messages, reached, isComplete };
        until = reached;
      }
    } finally {
      replay.close();
    }
  };
}
