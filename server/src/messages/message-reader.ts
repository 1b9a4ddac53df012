import { type BatchProcessorParts, Closing, createBatchProcessor, OffsetMoved } from './batch-processor.ts';
import type { LogTable } from './log-table.ts';
import type { Message } from './message.ts';
import type { BatchConsumer } from './message-log.ts';
import type { MessagePressure } from './message-pressure.ts';
import { type CommittedBatch, holdMemory, releaseMemory } from './message-writer.ts';
import type { PartitionWindow } from './partition-window.ts';

interface ReaderParts extends Omit<BatchProcessorParts, 'isClosed' | 'pause'> {
  table: LogTable;
  pressure: MessagePressure;
  /** Bounds what is committed in the partition but not processed yet. */
  window: PartitionWindow;
  /** Called when messages were processed, so there may be room for more. */
  onProcessed: () => void;
  /**
   * Called when the partition cannot be processed any more: another server works on it, or it is unknown what was
   * stored.
   */
  onBroken: (error: Error) => void;
}

/** Passes the batches of one partition to the consumer, one after the other. */
export interface MessageReader {
  /** Adds a batch that was just committed. */
  add(batch: CommittedBatch): void;
  /** Reads and processes what an earlier run left, up to `newest`. */
  catchUp(consumer: BatchConsumer, newest: number): Promise<void>;
  /** Starts processing added batches. */
  start(consumer: BatchConsumer): void;
  /** Resolves when batches up to this number are processed. */
  reached(batch: number): Promise<void>;
  close(): Promise<void>;
}

/** Most cost of the messages passed to the consumer at once. */
const MAX_COST = 1_000;
/** ms from the start of one transaction to the next, so that under load each carries more. */
const SPACING = 15;
/** Rows read at once after a restart. */
const CATCH_UP_ROWS = 20;
/** ms between two attempts to read the log. */
const READ_PAUSE = 5_000;

export function createMessageReader(parts: ReaderParts): MessageReader {
  const { table, pressure, window, onProcessed, log, partition, onBroken } = parts;
  let consumer: BatchConsumer | undefined;
  /** Batches that are committed but not processed, in order. */
  let queue: CommittedBatch[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  let endPause: (() => void) | undefined;
  const processor = createBatchProcessor({ ...parts, isClosed: () => closed, pause });
  let waiters: { batch: number; resolve: () => void }[] = [];

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wake(): void {
    if (running || closed || !consumer || queue.length === 0) return;
    running = run(consumer)
      .catch((error: unknown) => {
        if (error instanceof Closing) return;
        closed = true;
        onBroken(error as Error);
      })
      .finally(() => {
        running = undefined;
        wake();
      });
  }

  async function run(handler: BatchConsumer): Promise<void> {
    while (queue.length > 0 && !closed) {
      const started = performance.now();
      const taken = takeQueued();
      const last = taken[taken.length - 1] as CommittedBatch;
      await process(
        handler,
        taken.length === 1 ? last.messages : taken.flatMap(({ messages }) => messages),
        last.batch,
      );
      releaseBatches(taken);
      const left = SPACING - (performance.now() - started);
      if (left > 1) await pause(left);
    }
  }

  /** Takes what is processed next as one batch. */
  function takeQueued(): CommittedBatch[] {
    let end = 1;
    let cost = (queue[0] as CommittedBatch).cost;
    while (end < queue.length && cost + (queue[end] as CommittedBatch).cost <= MAX_COST) {
      cost += (queue[end++] as CommittedBatch).cost;
    }
    return queue.splice(0, end);
  }

  /** Releases the memory of processed batches and their room in the partition. */
  function releaseBatches(batches: readonly CommittedBatch[]): void {
    const now = performance.now();
    for (const { held, cost, committedAt } of batches) {
      releaseMemory(pressure, held);
      window.remove(cost, now - committedAt);
    }
    onProcessed();
  }

  async function process(handler: BatchConsumer, messages: Message[], batch: number): Promise<void> {
    await processor.process(handler, messages, batch);
    if (waiters.length === 0) return;
    const done = waiters.filter((waiter) => waiter.batch <= batch);
    waiters = waiters.filter((waiter) => waiter.batch > batch);
    for (const waiter of done) waiter.resolve();
  }

  return {
    add(batch) {
      queue.push(batch);
      wake();
    },
    async catchUp(handler, newest) {
      for (let reached = processor.reached(); reached < newest && !closed; reached = processor.reached()) {
        const found = await table.read(partition, reached, newest, CATCH_UP_ROWS).catch((error: unknown) => {
          log.error({ err: error, partition }, 'the message log could not be read; retrying');
          return undefined;
        });
        if (!found) {
          await pause(READ_PAUSE);
          continue;
        }
        const last = found.at(-1);
        if (!last) return;
        const messages = found.flatMap((entry) => entry.messages);
        const held = holdMemory(pressure, messages);
        try {
          await process(handler, messages, last.batch);
        } catch (error) {
          if (error instanceof Closing) return;
          if (!(error instanceof OffsetMoved)) throw error;
          // The last transaction of a killed server was committed after all.
          await processor.readOffset();
        } finally {
          releaseMemory(pressure, held);
        }
      }
    },
    start(handler) {
      consumer = handler;
      window.open();
      wake();
    },
    reached(batch) {
      if (batch <= processor.reached()) return Promise.resolve();
      return new Promise((resolve) => waiters.push({ batch, resolve }));
    },
    async close() {
      closed = true;
      endPause?.();
      await running;
      releaseBatches(queue);
      queue = [];
    },
  };
}
