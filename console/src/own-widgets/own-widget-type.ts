import type { WidgetType as StoredType } from '@signalbox/contract/widget';
import { createElement } from 'react';
import { alarmPage } from '../widgets/alarm-widgets/alarm-page.ts';
import { comparedValues, latestEntities, targetDevice, valuesOverTime } from '../widgets/follows.ts';
import type { WidgetData } from '../widgets/model.ts';
import type { AlarmPageLink } from '../widgets/runtime/alarm-subscription.ts';
import type { Follow, WidgetProps, WidgetType } from '../widgets/widget-type.ts';
import { comparesByDefault } from './compared-by-default.ts';
import type { SystemType, WantedDrawing } from './drawn-by.ts';
import type { TypeAnswers } from './protocol.ts';
import { codeOf, resourcesOf } from './type-code.ts';

/** The alarms that the configuration of a widget lets in, a page of them. */
const alarmsOfPage: Follow<'alarms'> = {
  kind: 'alarms',
  options({ datasources: [source], timeWindow, pageLink }) {
    return source && pageLink ? { source, window: timeWindow, pageLink: pageLink as AlarmPageLink } : null;
  },
  missing: () => undefined,
};

const missingRows = ({ rows }: WidgetData) => (rows.length === 0 ? 'entities' : undefined);

/** What the widgets of a type follow: an unknown kind follows nothing. */
function followOf(kind: unknown, stateData: boolean): Follow | null {
  // Where nothing was measured there is still something to draw.
  if (kind === 'timeseries') return { ...valuesOverTime({ states: stateData }), missing: missingRows } as Follow;
  if (kind === 'latest') return latestEntities as Follow;
  if (kind === 'alarm') return alarmsOfPage as Follow;
  return kind === 'rpc' ? (targetDevice() as Follow) : null;
}

/** A drawing of the page within a widget, with the entry of the type whose drawing it is. */
export interface WithinDrawing extends WantedDrawing {
  entry: WidgetType;
}

/**
 * The entry of a type that people have made: drawn by its own code in a frame.
 * @param within what the page draws within that
 */
export function ownWidgetType(
  stored: StoredType,
  isSystem: boolean,
  answers: TypeAnswers | undefined,
  within: readonly WithinDrawing[] = [],
): WidgetType {
  const { type } = stored.descriptor;
  const { typeParameters = {}, useCustomDatasources = false } = answers ?? {};
  const drawsComparison = within.some(({ entry }) => entry.also?.comparison !== undefined);
  const own = {
    ...{ code: codeOf(stored, isSystem), resources: resourcesOf(stored), typeParameters },
    comparesByDefault: comparesByDefault(stored, answers?.dataKeySettingsSchema, drawsComparison),
  };
  const stateData = typeParameters.stateData === true;
  const isPaged = typeParameters.hasDataPageLink === true && (type === 'latest' || type === 'timeseries');
  const isFollowed = !useCustomDatasources && !isPaged;
  return {
    data: isFollowed ? followOf(type, stateData) : null,
    also: {
      ...(isFollowed && type === 'timeseries' ? { compared: comparedValues({ states: stateData }) as Follow } : {}),
      ...Object.assign({}, ...within.map(({ entry }) => entry.also)),
    },
    ...(within.some(({ entry }) => entry.hasScripts)
      ? { hasScripts: (config) => within.some(({ entry }) => entry.hasScripts?.(config) === true) }
      : {}),
    shape: type === 'timeseries' ? 'chart' : type === 'rpc' ? 'control' : 'text',
    ...(typeParameters.singleEntity === true ? { singleEntity: true } : {}),
    ...(typeParameters.warnOnPageDataOverflow === false ? { isSilentOnMore: true } : {}),
    ...(typeParameters.datasourcesOptional === true ? { dataOptional: true } : { sourceOptional: true }),
    ...(type === 'alarm' ? { firstPage: (widget) => alarmPage(widget) } : {}),
    load: async () => {
      const [{ OwnWidget }, ...Drawings] = await Promise.all([
        import('./own-widget.tsx'),
        ...within.map(({ entry }) => entry.load()),
      ]);
      const drawings = within.flatMap(({ name, original }, at) => {
        const Drawing = Drawings[at];
        return Drawing ? [{ name, original, Drawing }] : [];
      });
      const type = { ...own, drawings };
      return (props: WidgetProps) => createElement(OwnWidget, { ...props, type } as never);
    },
  };
}

/** The entry of a copy of a type of the system, drawn as the original is. */
export function copiedWidgetType(stored: StoredType, entry: WidgetType, original: SystemType): WidgetType {
  const byDefault = comparesByDefault(stored, undefined, true);
  return {
    ...entry,
    load: async () => {
      const Original = await entry.load();
      const { CopiedWidget } = await import('./copied-widget.tsx');
      return (props: WidgetProps) => createElement(CopiedWidget, { ...props, Original, original, byDefault } as never);
    },
  };
}
