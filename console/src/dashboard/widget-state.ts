import type { Missing, Point, WidgetFailure } from '../widgets/model.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import type { Resolution } from './resolve-datasources.ts';

/** A text and the values of its placeholders. */
export interface StateText {
  key: string;
  values?: Record<string, string>;
}

/** What a widget shows. */
export type WidgetState =
  | { kind: 'loading' }
  /** There is no connection, and has not been one since the widget was opened. */
  | { kind: 'offline' }
  | { kind: 'noEntity'; text: StateText; canLookAgain: boolean }
  /** `newest`: when the newest value was measured, epoch ms; 0: there has never been one. */
  | { kind: 'noValues'; newest: number; keys: string }
  /** There are values, and none of them is a number, which is all that the widget draws. */
  | { kind: 'noNumbers'; keys: string; example: string }
  | { kind: 'failed'; failure: WidgetFailure }
  | { kind: 'forbidden'; refused: Refused }
  /** `outdated`: what is drawn, or a part of it, is not up to date; `refused`: a part of it may not be read. */
  | { kind: 'drawn'; outdated: WidgetFailure | undefined; refused?: Refused | undefined };

/** What the user may not read. */
export interface Refused {
  /** Names of the keys, as an administrator would share them. */
  keys: string;
  /** Of the entity; its alias where the user may not see even the name. Empty: it has neither. */
  entity: string;
}

interface Received {
  status: 'loading' | 'ready' | 'error';
  failure?: WidgetFailure | undefined;
  rows: readonly {
    dataKey: { name: string; label: string };
    entity: { name: string };
    aliasName: string;
    isForbidden?: boolean;
    data: readonly Point[];
  }[];
  newest?: number | undefined;
}

/** What a widget shows, given its configuration and what it has received. */
export function widgetState(input: {
  type: Pick<WidgetType, 'data' | 'dataOptional' | 'sourceOptional'>;
  resolution: Resolution;
  /** The main data; undefined until it arrives. */
  data: Received | undefined;
  /** The state of everything else that the widget follows. */
  also: readonly Pick<Received, 'failure'>[];
  isComponentLoaded: boolean;
  isOffline: boolean;
  isVisitor: boolean;
  /** What the data lacks. */
  missing: Missing | undefined;
}): WidgetState {
  const { type, resolution, data } = input;
  const loading: WidgetState = input.isOffline ? { kind: 'offline' } : { kind: 'loading' };
  if (type.data === null) return input.isComponentLoaded ? { kind: 'drawn', outdated: undefined } : loading;
  if ('problem' in resolution) return { kind: 'noEntity', text: resolution.problem, canLookAgain: false };
  if (resolution.isLoading) return loading;
  const isFollowed = resolution.datasources.length > 0;
  if (data?.failure && (data.failure.kind !== 'server' || data.rows.length === 0)) {
    return { kind: 'failed', failure: data.failure };
  }
  if (!input.isComponentLoaded || (isFollowed && (!data || data.status === 'loading'))) return loading;
  const refusedRows = data?.rows.filter(({ isForbidden }) => isForbidden) ?? [];
  const refused = refusedRows[0] && {
    keys: distinct(refusedRows.map(({ dataKey }) => dataKey.name)),
    entity: distinct(refusedRows.map(({ entity, aliasName }) => entity.name || aliasName)),
  };
  if (refused && refusedRows.length === data?.rows.length) return { kind: 'forbidden', refused };
  if (!type.dataOptional && !(type.sourceOptional && !isFollowed)) {
    if (!data || input.missing === 'entities') {
      return { kind: 'noEntity', text: noneFound(resolution, input.isVisitor), canLookAgain: isFollowed };
    }
    const keys = distinct(data.rows.map(({ dataKey }) => dataKey.label));
    if (input.missing === 'values') return { kind: 'noValues', newest: data.newest ?? 0, keys };
    if (input.missing === 'numbers') return { kind: 'noNumbers', keys, example: textIn(data) };
  }
  const outdated = data?.failure ?? input.also.find(({ failure }) => failure)?.failure;
  return { kind: 'drawn', outdated, refused };
}

/** Letters of a text that is named as an example. */
const MAX_EXAMPLE = 40;

/** One of the values that are no numbers, as far as it is needed to be recognized. */
function textIn({ rows }: Received): string {
  const values = rows.flatMap(({ data }) => data.slice(-1).map(([, value]) => String(value)));
  const [text = ''] = values.filter((value) => value.trim() !== '');
  return text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}…` : text;
}

function distinct(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}

/** Why a query found nothing, as far as the configuration tells. */
function noneFound(resolution: Resolution, isVisitor: boolean): StateText {
  const [first] = 'datasources' in resolution ? resolution.datasources : [];
  if (!first) return { key: 'widget.noSource' };
  const { aliasName: alias, keyFilters } = first;
  if (isVisitor) return alias ? { key: 'widget.nothingPublic', values: { alias } } : { key: 'widget.entityNotPublic' };
  if (!alias) return { key: 'widget.entityGone' };
  return { key: keyFilters.length > 0 ? 'widget.nothingMatches' : 'widget.nothingFound', values: { alias } };
}
