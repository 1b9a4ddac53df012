import { SchemaForm } from '../schema-form/schema-form.tsx';
import type { SettingsSchema } from '../schema-form/settings-schema.ts';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const option = (value: string, label: string) => ({ value, label });
const font = { family: { type: 'string', title: 'Font', default: 'Roboto' }, size: { type: 'number', title: 'Size' } };

/** With a field for each control. */
const EVERYTHING: SettingsSchema = {
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name', description: 'What people call it' },
      size: { type: 'number', title: 'Size', minimum: 1, maximum: 10, default: 5 },
      smooth: { type: 'boolean', title: 'Smooth lines', default: true },
      color: { type: 'string', title: 'Line colour', default: '#545454' },
      icon: { type: 'string', title: 'Icon' },
      kind: { type: 'string', title: 'Kind', default: 'line' },
      own: { type: 'boolean', title: 'Text by a function', default: false },
      format: { type: 'string', title: 'Text of a value' },
      day: { type: 'number', title: 'Day' },
      secret: { type: 'string', title: 'Key' },
      text: { type: 'string', title: 'Description' },
      side: { type: 'string', title: 'Side', default: 'left' },
      kinds: { type: 'array', title: 'Kinds', items: { type: 'string' } },
      image: { type: 'string', title: 'Picture' },
      html: { type: 'string', title: 'Card' },
      other: { type: 'object', title: 'Anything' },
      font: { type: 'object', title: 'Font', properties: { ...font, color: { type: 'string', title: 'Colour' } } },
      levels: {
        type: 'array',
        title: 'Levels',
        items: {
          type: 'object',
          title: 'Level',
          properties: { from: { type: 'number', title: 'From' }, color: { type: 'string', title: 'Colour' } },
          required: ['from'],
        },
      },
      colors: { type: 'array', title: 'Colours', items: { type: 'string', title: 'Colour' } },
    },
    required: ['name'],
  },
  form: [
    [
      'name',
      'size',
      'smooth',
      { key: 'color', type: 'color' },
      { key: 'icon', type: 'icon' },
      { key: 'kind', type: 'rc-select', items: [option('line', 'Line'), option('bar', 'Bar')] },
      { key: 'own' },
      { key: 'format', type: 'javascript', functionArgs: ['value'], condition: 'model.own === true' },
      { key: 'font', items: ['font.family', 'font.size', { key: 'font.color', type: 'color' }] },
      { key: 'levels', items: ['levels[].from', { key: 'levels[].color', type: 'color' }] },
      { key: 'colors', items: [{ key: 'colors[]', type: 'color' }] },
    ],
    [
      { type: 'help', description: 'Words of the one who made the <b>type</b>.' },
      { key: 'day', type: 'date' },
      { key: 'secret', type: 'password' },
      { key: 'text', type: 'textarea' },
      { key: 'side', type: 'radios', titleMap: [option('left', 'Left'), option('right', 'Right')] },
      { key: 'kinds', type: 'rc-select', multiple: true, items: [option('line', 'Line'), option('bar', 'Bar')] },
      { key: 'image', type: 'image' },
      { key: 'html', type: 'html' },
      'other',
    ],
  ],
  groupInfoes: [
    { formIndex: 0, GroupTitle: 'Look' },
    { formIndex: 1, GroupTitle: 'More' },
  ],
};

const FILLED = {
  name: 'Pumps',
  size: 4,
  own: true,
  format: 'return value + "°";',
  levels: [{ from: 0, color: '#2f5bea' }, { from: 80 }],
  colors: ['tomato', 'rgba(13, 138, 114, 0.4)'],
};

/** Forms that widget types describe. */
export function FormExhibits() {
  const states = {
    Filled: { value: FILLED, largeTitle: 'Settings of the pump' },
    'Checked, with what is wrong': { value: { size: 12, levels: [{}] }, isChecked: true },
    'Only read': { value: FILLED, readOnly: true },
  };
  return (
    <Exhibit title="Form of settings">
      {Object.entries(states).map(([name, { value, ...state }]) => (
        <Specimen key={name} name={name}>
          <Kept initial={value as Record<string, unknown>}>
            {(kept, onChange) => <SchemaForm {...state} schema={EVERYTHING} value={kept} onChange={onChange} />}
          </Kept>
        </Specimen>
      ))}
    </Exhibit>
  );
}
