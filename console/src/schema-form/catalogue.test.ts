import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../server/src/entities/widget/catalogue/catalogue.ts';
import { descriptorOf } from '../../../server/src/entities/widget/catalogue/type-definition.ts';
import { settingsProblems } from './check-settings.ts';
import { defaultSettings } from './default-settings.ts';
import { EACH, type Field, fieldGroups } from './form-fields.ts';
import { readSettingsSchema, type SettingsSchema } from './settings-schema.ts';

const types = CATALOGUE.flatMap((bundle) =>
  bundle.types.flatMap((type) => {
    const { settingsSchema, dataKeySettingsSchema } = descriptorOf(type) as Record<string, string>;
    return [
      { id: `${bundle.alias}/${type.alias}`, defaults: type.settings?.defaults ?? {}, text: settingsSchema },
      {
        id: `${bundle.alias}/${type.alias}, keys`,
        defaults: type.keySettings?.defaults ?? {},
        text: dataKeySettingsSchema,
      },
    ].map((form) => ({ ...form, schema: readSettingsSchema(form.text) }));
  }),
);
const forms = types.filter((form): form is typeof form & { schema: SettingsSchema } => form.schema !== undefined);

const within = (fields: readonly Field[]): Field[] => fields.flatMap((field) => [field, ...within(field.children)]);
const fieldsOf = (schema: SettingsSchema) => within(fieldGroups(schema).flatMap(({ fields }) => fields));

/** Every setting of a schema that has no settings in it, as a path. */
function settingsIn(schema: SettingsSchema['schema'], path: readonly string[] = []): string[] {
  if (schema.type === 'array') return settingsIn(schema.items ?? {}, [...path, EACH]);
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0) return [path.join('.')];
  return members.flatMap(([name, member]) => settingsIn(member, [...path, name]));
}

describe('the forms of the widget types of the system', () => {
  it('are all read', () => {
    expect(CATALOGUE.flatMap((bundle) => bundle.types)).toHaveLength(94);
    expect(types.filter(({ text, schema }) => text !== '{}' && text !== '' && !schema).map(({ id }) => id)).toEqual([]);
    expect(forms.length).toBeGreaterThan(90);
  });

  it.each(forms)('have a control for every setting: $id', ({ schema }) => {
    const fields = fieldsOf(schema);
    const shown = fields.filter(({ children }) => children.length === 0).map(({ path }) => path.join('.'));
    expect([...shown].sort()).toEqual(settingsIn(schema.schema).sort());
    expect(fields.filter(({ control }) => control === 'value').map(({ path }) => path.join('.'))).toEqual([]);
    expect(fields.filter(({ label }) => label === '')).toEqual([]);
  });

  it.each(forms)('begin with the settings that new widgets have: $id', ({ schema, defaults }) => {
    expect(defaultSettings(schema)).toEqual(defaults);
    // What a new widget lacks is only what somebody has to choose.
    const problems = Object.values(settingsProblems(schema, defaults)).map(({ key }) => key);
    expect(problems.filter((key) => key !== 'required')).toEqual([]);
  });
});
