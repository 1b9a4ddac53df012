import type pg from 'pg';
import type { BeginBackgroundWork } from '../storage/background-turns.ts';
import type { Message } from './message.ts';
import { plainBytes, readMessages } from './message-codec.ts';
import { isPartitionOf, partitionsOf } from './partitions.ts';
import type { LogPlace } from './set-aside.ts';

/** Where one message is in the log. */
export interface MessagePlace extends LogPlace {
  /** Its number in the batch, from 0. */
  index: number;
}

/** A message of the log. */
export interface LoggedMessage {
  place: MessagePlace;
  /** When its sender was told that it is stored, epoch ms. */
  createdTime: number;
  message: Message;
}

export interface LogQuery {
  /** Whose partitions are searched; all of them when not given, which takes longer. */
  originatorId?: string | undefined;
  /** Texts that a batch must have all of: ids that the wanted messages name. */
  mentions: readonly string[];
  accept: (message: Message) => boolean;
  /** Which of the accepted ones are wanted, where that takes more than a look at them. */
  retain?: (messages: LoggedMessage[]) => Promise<LoggedMessage[]>;
  /** epoch ms, inclusive and exclusive */
  from: number;
  until: number;
  order: 'newest first' | 'oldest first';
  /** Messages after which the search ends, unless their payloads are too long; the rest of their batch comes along. */
  limit: number;
  /** ms after which the search ends with what it has */
  patience: number;
  /** Ends the search with its reason: nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

export interface LogFindings {
  found: LoggedMessage[];
  /**
   * How far it came, epoch ms: everything from `until` down to it was searched, or from `from` up to it. A caller that
   * wants more goes on from there.
   */
  reached: number;
  /** Whether there is nothing left to search. */
  isComplete: boolean;
}

/** Finds messages in the log. It has no index, so that writing it costs nothing more: batches are read and looked through. */
export interface LogSearch {
  find(query: LogQuery): Promise<LogFindings>;
  /** The message of a place; undefined when it is not kept any more. */
  at(place: MessagePlace): Promise<LoggedMessage | undefined>;
  /** When the oldest batch was written that is still there, epoch ms. */
  beginning(): Promise<number>;
}

/** ms of one table; see log-table.ts */
const SLICE = 300_000;
/** Slices searched at a time once nothing was found in the ones before: 1, then twice as many each time. */
const MAX_SLICES = 48;
/** Characters of the payloads found, after which a search ends. */
const MAX_TEXT = 16 * 1024 * 1024;
/** Batches read at once. */
const BATCHES = 200;

interface BatchRow {
  partition: number;
  batch: number;
  created_time: number;
  body: Buffer;
}

export interface LogSearchParts {
  pool: pg.Pool;
  /** How many partitions messages are spread over. */
  partitions: number;
  /** Shares the thread with those who process messages. */
  begin: BeginBackgroundWork;
}

export function createLogSearch({ pool, partitions, begin }: LogSearchParts): LogSearch {
  /** Every partition that messages may be in; earlier runs may have had more of them. */
  async function partitionsToSearch(originatorId: string | undefined): Promise<number[]> {
    const { rows } = await pool.query<{ partition: number }>('SELECT partition FROM message_offset ORDER BY partition');
    const all = rows.map(({ partition }) => partition);
    if (originatorId === undefined || !all.every((partition) => isPartitionOf(partition, partitions))) return all;
    return partitionsOf(originatorId, partitions);
  }

  async function beginning(): Promise<number> {
    const { rows } = await pool.query<{ first: number | null }>('SELECT min(created_time) AS first FROM message_log');
    return Number(rows[0]?.first ?? Number.POSITIVE_INFINITY);
  }

  /** Batches of a stretch of one partition, in order, a few at a time. */
  async function* batches(
    partition: number,
    from: number,
    until: number,
    order: LogQuery['order'],
  ): AsyncGenerator<BatchRow> {
    const isDescending = order === 'newest first';
    let last: number | undefined;
    for (;;) {
      const { rows } = await pool.query<BatchRow>(
        `SELECT partition, batch, created_time, body FROM message_log
         WHERE partition = $1 AND created_time >= $2 AND created_time < $3
           AND ($4::bigint IS NULL OR batch ${isDescending ? '<' : '>'} $4)
         ORDER BY batch ${isDescending ? 'DESC' : 'ASC'} LIMIT ${BATCHES}`,
        [partition, from, until, last ?? null],
      );
      yield* rows;
      if (rows.length < BATCHES) return;
      last = rows.at(-1)?.batch;
    }
  }

  /**
   * Searches a stretch of one partition until it ends or there is enough, and then to the end of that millisecond, so
   * that the rest can be searched later.
   */
  async function searchPartition(
    partition: number,
    { from, until }: { from: number; until: number },
    { order, mentions, accept, signal }: LogQuery,
    isEnough: (found: readonly LoggedMessage[]) => boolean,
  ): Promise<{ found: LoggedMessage[]; reached: number }> {
    const isDescending = order === 'newest first';
    const needles = mentions.map((text) => Buffer.from(text));
    const found: LoggedMessage[] = [];
    const pause = begin();
    let last: number | undefined;
    for await (const row of batches(partition, from, until, order)) {
      const createdTime = Number(row.created_time);
      if (last !== undefined && last !== createdTime) return { found, reached: isDescending ? last : last + 1 };
      const bytes = plainBytes(row.body);
      if (needles.every((needle) => bytes.includes(needle))) {
        const batch = Number(row.batch);
        for (const [index, message] of readMessages(bytes).entries()) {
          if (accept(message)) found.push({ place: { partition, batch, index }, createdTime, message });
        }
      }
      await pause();
      signal?.throwIfAborted();
      if (isEnough(found)) last = createdTime;
    }
    return { found, reached: isDescending ? from : until };
  }

  return {
    beginning,
    async find(query) {
      const { originatorId, from, until, order, limit, patience } = query;
      const isDescending = order === 'newest first';
      const end = performance.now() + patience;
      const searched = await partitionsToSearch(originatorId);
      const oldest = Math.max(from, await beginning());
      const newest = Math.min(until, Date.now() + 1);
      const found: LoggedMessage[] = [];
      let text = 0;
      const isEnough = (more: readonly LoggedMessage[]): boolean =>
        found.length + more.length >= limit || performance.now() > end || text + textOf(more) > MAX_TEXT;
      let reached = isDescending ? newest : oldest;
      for (let slices = 1; isDescending ? reached > oldest : reached < newest; ) {
        const stretch = isDescending
          ? { from: Math.max(oldest, reached - slices * SLICE), until: reached }
          : { from: reached, until: Math.min(newest, reached + slices * SLICE) };
        const parts: { found: LoggedMessage[]; reached: number }[] = [];
        for (const partition of searched) parts.push(await searchPartition(partition, stretch, query, isEnough));
        reached = isDescending
          ? Math.max(...parts.map((part) => part.reached))
          : Math.min(...parts.map((part) => part.reached));
        const isSearched = ({ createdTime }: LoggedMessage): boolean =>
          isDescending ? createdTime >= reached : createdTime < reached;
        const inOrder = parts.flatMap((part) => part.found.filter(isSearched)).sort(compare);
        const wanted = query.retain ? await query.retain(inOrder) : inOrder;
        found.push(...(isDescending ? wanted.reverse() : wanted));
        text = textOf(found);
        if (isEnough([])) break;
        slices = Math.min(slices * 2, MAX_SLICES);
      }
      return { found, reached, isComplete: isDescending ? reached <= oldest : reached >= newest };
    },

    async at({ partition, batch, index }) {
      const { rows } = await pool.query<BatchRow>(
        'SELECT partition, batch, created_time, body FROM message_log WHERE partition = $1 AND batch = $2',
        [partition, batch],
      );
      const [row] = rows;
      const message = row && readMessages(plainBytes(row.body))[index];
      return message && { place: { partition, batch, index }, createdTime: Number(row.created_time), message };
    },
  };
}

const textOf = (messages: readonly LoggedMessage[]): number =>
  messages.reduce((sum, { message }) => sum + message.data.length, 0);

function compare(a: LoggedMessage, b: LoggedMessage): number {
  return a.createdTime - b.createdTime || a.place.batch - b.place.batch || a.place.index - b.place.index;
}
