import type { LayoutItem } from '../dashboard/configuration.ts';
import { isObject } from '../schema-form/settings-schema.ts';
import type { LegendConfig, WidgetConfig } from '../widgets/model.ts';

type Direction = NonNullable<LegendConfig['direction']>;
type Position = NonNullable<LegendConfig['position']>;

/** Where a legend may stand: one whose entries are side by side only above or below. */
export function legendPositions(direction: Direction): readonly Position[] {
  return direction === 'row' ? ['top', 'bottom'] : ['top', 'bottom', 'left', 'right'];
}

/**
 * The config as the form has made it, with what goes with the change (widgets.md §2.2 and §2.4): without a title there is
 * no icon either, and a legend stands where its direction allows.
 */
export function withRules(before: WidgetConfig, edited: Readonly<Record<string, unknown>>): WidgetConfig {
  let next = edited as WidgetConfig;
  if (next.showTitle === false && before.showTitle !== false) next = { ...next, showTitleIcon: false };
  const legend = isObject(next.legendConfig) ? (next.legendConfig as LegendConfig) : undefined;
  if (legend?.direction && legend.direction !== before.legendConfig?.direction) {
    const position = legend.position ?? 'bottom';
    if (!legendPositions(legend.direction).includes(position)) {
      next = { ...next, legendConfig: { ...legend, position: 'bottom' } };
    }
  }
  return next;
}

const MOBILE = ['mobileHide', 'mobileOrder', 'mobileHeight'] as const;

/** How a widget stands on phones: as the layout says, else as its config does. */
export function mobileValues(
  layoutItem: LayoutItem | undefined,
  config: WidgetConfig,
): Pick<LayoutItem, (typeof MOBILE)[number]> {
  return Object.fromEntries(
    MOBILE.map((name) => [name, layoutItem?.[name] ?? config[name]]).filter(([, value]) => value !== undefined),
  );
}

/** The place of a widget with what was changed of how it stands on phones; null says that nothing is chosen. */
export function withMobile(
  layoutItem: LayoutItem,
  config: WidgetConfig,
  edited: Readonly<Record<string, unknown>>,
): LayoutItem {
  const before = mobileValues(layoutItem, config);
  let next = layoutItem;
  for (const name of MOBILE) {
    if (edited[name] === before[name]) continue;
    // Without a member of its own the layout would have that of the config.
    const { [name]: _, ...rest } = next;
    const value = edited[name] ?? (config[name] === undefined || config[name] === null ? undefined : null);
    next = (value === undefined ? rest : { ...rest, [name]: value }) as LayoutItem;
  }
  return next;
}
