import type { SubscriptionWindow } from '../../time-window/subscription-window.ts';
import type { DataEntity, DataKey, DataRow, Datasource, Point } from '../model.ts';
import type { Compiled, Scripts } from '../sandbox/scripts.ts';
import { type Aggregator, createAggregator } from './aggregation.ts';
import { datasourceName } from './datasource-name.ts';
import { paletteColor, seriesColor } from './palette.ts';
import { labelFromPattern } from './patterns.ts';
import { type PostProcessing, postProcessing, processedSeries } from './post-processing.ts';
import { ownMember, receivedValue } from './values.ts';

interface ReceivedValue {
  ts: number;
  value: string | null;
}

/** An entity of a page or of an update, as it comes over the socket. */
export interface ReceivedEntity {
  entityId: { entityType: string; id: string };
  /** By key type, then by key. */
  latest: Record<string, Record<string, ReceivedValue | undefined> | undefined> | null;
  /** By key. */
  timeseries: Record<string, ReceivedValue[]> | null;
  /** Keys that the user may not read; absent when there are none. */
  notPermitted?: readonly { type: string; key: string }[];
}

export interface EntitySeriesParts {
  kind: 'latest' | 'timeseries';
  entity: DataEntity;
  datasource: Datasource;
  datasourceIndex: number;
  aliasName: string;
  /** Place of the entity among those of its datasource. */
  entityIndex: number;
  window: SubscriptionWindow;
  scripts: Scripts | undefined;
  now: number;
  locale: string | undefined;
}

/** The values of all keys of one entity. */
export interface EntitySeries {
  entity: DataEntity;
  /** Takes a page or an update; `whole`: series in it replace what was there. */
  take(received: ReceivedEntity, whole: boolean): void;
  /** Points for key number `key`. */
  addPoints(key: number, points: readonly Point[], whole: boolean): void;
  /** Gives every key the same latest value (counts). */
  setAllLatest(ts: number, value: string): void;
  /** Runs the keys that are functions for their value at `now`. */
  computeLatest(now: number): void;
  /** When the newest value of any of its series was measured, epoch ms; 0 if there is no value. */
  newest(): number;
  /** Forgets what has left the window by `now`. */
  trim(now: number): void;
  /** One row a key, replaced when its values changed. Throws while the function of a key fails. */
  rows(now: number): DataRow[];
}

/** Key type of the wire for a key of the configuration. */
function wireType(key: DataKey): string {
  if (key.type === 'attribute') return 'ATTRIBUTE';
  if (key.type === 'entityField') return 'ENTITY_FIELD';
  if (key.type === 'count') return 'COUNT';
  return 'TIME_SERIES';
}

interface KeyState {
  key: DataKey;
  process: PostProcessing | undefined;
  aggregator: Aggregator | undefined;
  compute: Compiled | undefined;
  row: DataRow;
  changed: boolean;
  /** Latest value before processing. */
  original: unknown;
  /** The key's function failed on the newest value. */
  failure: { cause: unknown } | undefined;
}

const isBlank = (value: unknown): boolean => value === '' || value === null || value === undefined;

/** Runs a function of a key and notes on the key whether it failed; undefined when it did. */
function attempt<Result>(state: KeyState, run: () => Result): { result: Result } | undefined {
  try {
    const result = run();
    state.failure = undefined;
    return { result };
  } catch (cause) {
    state.failure = { cause };
    return undefined;
  }
}

export function createEntitySeries(parts: EntitySeriesParts): EntitySeries {
  const { kind, entity, datasource, window, scripts } = parts;
  const names = {
    dsName: datasourceName(datasource, entity),
    entityName: entity.name,
    entityLabel: entity.label,
    aliasName: parts.aliasName,
    entityDescription: entity.description,
  };
  const states: KeyState[] = datasource.dataKeys.map((key, index) => ({
    key,
    process: postProcessing(key, scripts),
    aggregator:
      kind === 'timeseries' && (key.type === 'timeseries' || key.type === 'function')
        ? createAggregator(
            key.type === 'function'
              ? { ...window, aggregation: { ...window.aggregation, type: 'NONE', limit: 50_000 } }
              : window,
            parts.now,
            parts.locale,
          )
        : undefined,
    compute:
      key.type === 'function' && kind === 'latest' && scripts
        ? scripts.compile(key.funcBody || 'return prevValue + 1;', ['time', 'prevValue'])
        : undefined,
    row: {
      datasourceIndex: parts.datasourceIndex,
      datasource,
      entity,
      aliasName: parts.aliasName,
      dataKey: {
        ...key,
        label: labelFromPattern(key.label || key.name, names),
        color:
          parts.entityIndex > 0
            ? seriesColor(parts.entityIndex * datasource.dataKeys.length + index)
            : key.color || paletteColor(index),
        settings: key.settings ?? {},
      },
      data: [],
    },
    changed: false,
    original: 0,
    failure: undefined,
  }));

  let newest = 0;

  function setLatest(state: KeyState, received: ReceivedValue): void {
    const { process, row } = state;
    const time = received.ts === 0 ? 0 : received.ts + window.tsOffset;
    const field = state.key.type === 'entityField' && state.key.name === 'createdTime';
    // A value that was never there has ts 0; so has one that was deleted.
    let value = received.ts === 0 ? '' : receivedValue(received.value);
    if (field && typeof value === 'number') value += window.tsOffset;
    const original = value;
    const before = row.data[0];
    if (before && before[0] === time && state.original === original) return;
    // The key's own function may say what stands for a missing value.
    if (process) {
      const done = attempt(state, () => process.value(time, value, before?.[1] ?? 0, before?.[0] ?? 0, state.original));
      // One that works with values only is no reason to show a failure in place of nothing.
      if (!done && received.ts > 0) return;
      state.failure = undefined;
      value = done ? receivedValue(done.result) : '';
    }
    if (isBlank(value)) {
      if (before) state.row = { ...row, data: [] };
      return;
    }
    state.original = original;
    state.row = { ...row, data: [[time, value]] };
  }

  function addPoints(state: KeyState, points: readonly Point[], whole: boolean): void {
    if (!state.aggregator) return;
    if (whole) state.aggregator.setAll(points);
    else state.aggregator.add(points);
    state.changed = true;
  }

  return {
    entity,
    take(received, whole) {
      for (const state of states) {
        const isForbidden = received.notPermitted?.some(
          ({ type, key }) => type === wireType(state.key) && key === state.key.name,
        );
        if (isForbidden) state.row = { ...state.row, isForbidden };
        if (kind === 'latest' || !state.aggregator) {
          const value = ownMember(received.latest?.[wireType(state.key)], state.key.name);
          if (value) setLatest(state, value);
        }
        if (state.key.type !== 'timeseries') continue;
        newest = Math.max(newest, ownMember(received.latest?.TIME_SERIES, state.key.name)?.ts ?? 0);
        const points = ownMember(received.timeseries, state.key.name);
        if (points) {
          for (const { ts } of points) newest = Math.max(newest, ts);
          const shifted = points.map(({ ts, value }): Point => [ts + window.tsOffset, value]);
          addPoints(state, shifted, whole);
        }
      }
    },
    newest: () => newest,
    addPoints(key, points, whole) {
      const state = states[key];
      if (state) addPoints(state, points, whole);
    },
    setAllLatest(ts, value) {
      for (const state of states) setLatest(state, { ts, value });
    },
    computeLatest(now) {
      for (const state of states) {
        const { compute } = state;
        const done = compute && attempt(state, () => compute(now, state.original));
        if (done) {
          state.original = done.result;
          state.row = { ...state.row, data: [[now + window.tsOffset, done.result]] };
        }
      }
    },
    trim(now) {
      for (const { aggregator } of states) {
        aggregator?.tick(now);
        aggregator?.trim();
      }
    },
    rows(now) {
      return states.map((state) => {
        if (state.failure) throw state.failure.cause;
        if (state.aggregator) {
          state.aggregator.tick(now);
          const points = state.aggregator.points();
          const { data } = state.row;
          if (
            state.changed ||
            points.length !== data.length ||
            points[0]?.[0] !== data[0]?.[0] ||
            points.at(-1)?.[0] !== data.at(-1)?.[0]
          ) {
            const processed = state.process ? processedSeries(points, state.process.series) : points;
            state.row = { ...state.row, data: processed };
            state.changed = false;
          }
        }
        return state.row;
      });
    },
  };
}
