import { expect, it } from 'vitest';
import type { DataUpdate } from '../protocol.ts';
import { createWaiting } from './waiting.ts';

const shape = { datasources: [], configured: [], rows: [], pages: [] };
const update = (value: number, more: Partial<DataUpdate> = {}): DataUpdate => ({
  values: [[0, [[1, value]]]],
  timeWindow: {},
  ...more,
});

it('keeps the rows of a widget and their newest values while its files load', () => {
  const waiting = createWaiting();
  waiting.take({ kind: 'data', of: '', update: update(1, { shape }) });
  waiting.take({ kind: 'data', of: '', update: update(2) });
  waiting.take({ kind: 'context', change: { width: 7 } });
  expect(waiting.data()).toEqual([{ kind: 'data', of: '', update: update(2, { shape }) }]);
  expect(waiting.change()).toEqual({ width: 7 });
  waiting.take({ kind: 'again' });
  expect(waiting.data()).toEqual([]);
});
