import { defaultsOf, formOf, objectSchema, type Setting } from './setting.ts';

/** Settings of a widget type in the order of its form. */
export interface SettingsForm {
  /** The schema object of widgets.md §1.2 as text. */
  text: string;
  defaults: Record<string, unknown>;
}

/** A type without settings. */
export const NO_SETTINGS: SettingsForm = { text: '{}', defaults: {} };

/** A form without groups. */
export function settingsForm(title: string, settings: readonly Setting[]): SettingsForm {
  return {
    text: JSON.stringify({ schema: objectSchema(title, settings), form: formOf(settings) }),
    defaults: defaultsOf(settings),
  };
}

/** Settings under a heading of their own. */
export interface SettingsGroup {
  title: string;
  settings: readonly Setting[];
}

/** A form in groups that open and close. */
export function groupedForm(title: string, groups: readonly SettingsGroup[]): SettingsForm {
  const settings = groups.flatMap((group) => group.settings);
  return {
    text: JSON.stringify({
      schema: objectSchema(title, settings),
      form: groups.map((group) => formOf(group.settings)),
      groupInfoes: groups.map((group, formIndex) => ({ formIndex, GroupTitle: group.title })),
    }),
    defaults: defaultsOf(settings),
  };
}
