import type { EntityAlias } from '../dashboard/configuration.ts';
import type { Datasource, Widget } from '../widgets/model.ts';

export type Configured = Pick<Widget, 'config' | 'title'>;

function sourcesOf({ config }: Configured): readonly Datasource[] {
  return [...(config.datasources ?? []), ...(config.alarmSource ? [config.alarmSource] : [])];
}

/** The widgets whose data, alarms or calls go by an alias. */
export function widgetsWithAlias<Used extends Configured>(widgets: readonly Used[], aliasId: string): Used[] {
  return widgets.filter(
    (widget) =>
      sourcesOf(widget).some(({ entityAliasId }) => entityAliasId === aliasId) ||
      widget.config.targetDeviceAliasIds?.includes(aliasId) === true,
  );
}

/** The widgets that show only what a filter lets through. */
export function widgetsWithFilter<Used extends Configured>(widgets: readonly Used[], filterId: string): Used[] {
  return widgets.filter((widget) => sourcesOf(widget).some((source) => source.filterId === filterId));
}

/** What a widget is called. */
export function nameOfWidget({ config, title }: Configured): string {
  return config.title || title || '';
}

/** A name that none of those taken has: with " 2", " 3" … behind it where that is needed. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name} ${number}`;
  return free;
}

/** A copy of an alias under another id and name. */
export function copyOfAlias(alias: EntityAlias, name: string, taken: readonly string[], id: string): EntityAlias {
  return { ...structuredClone(alias), id, alias: freeName(name, taken) };
}
