/** Longest text of a failure, in characters. */
const MAX_REASON = 1_000;

/** What a queue of a tenant has processed since it was last written. */
export interface QueueCounter {
  /** Every attempt at a message counts. */
  totalMsgs: number;
  /** Those that failed for good. */
  failedMsgs: number;
  /** Those that failed and are tried again. */
  tmpFailed: number;
  /** The first failure, as JSON text. */
  exception: string | undefined;
}

export const newQueueCounter = (): QueueCounter => ({
  totalMsgs: 0,
  failedMsgs: 0,
  tmpFailed: 0,
  exception: undefined,
});

interface FailedNode {
  id: string;
  name: string;
  ruleChainId: string;
  ruleChainName: string;
}

/** Counts a failed message. @param willBeRetried whether it is tried again */
export function noteFailure(
  counter: QueueCounter | undefined,
  { reason, node }: { reason: string; node: FailedNode | undefined },
  willBeRetried = false,
): void {
  if (!counter) return;
  if (willBeRetried) counter.tmpFailed++;
  else counter.failedMsgs++;
  if (counter.exception !== undefined) return;
  const message = reason.slice(0, MAX_REASON);
  counter.exception = JSON.stringify(
    node
      ? {
          ruleNodeId: node.id,
          ruleChainId: node.ruleChainId,
          ruleNodeName: node.name,
          ruleChainName: node.ruleChainName,
          message,
        }
      : { message },
  );
}
