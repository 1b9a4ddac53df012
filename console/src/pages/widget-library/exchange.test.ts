import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import { describe, expect, it } from 'vitest';
import { exportedBundle, exportedType, readBundleFile, readTypeFile } from './exchange.ts';

const tenantId = entityId('TENANT', NULL_UUID);
const bundle: WidgetsBundle = {
  id: entityId('WIDGETS_BUNDLE', '1f0c7a5e-0000-1000-8000-000000000001'),
  createdTime: 10,
  tenantId,
  alias: 'pumps',
  title: 'Pumps',
  image: 'data:image/png;base64,AAAA',
  description: null,
};
const typeOf = (alias: string, createdTime: number, descriptor: Record<string, unknown>): WidgetTypeDetails => ({
  id: entityId('WIDGET_TYPE', '1f0c7a5e-0000-1000-8000-000000000002'),
  createdTime,
  tenantId,
  bundleAlias: 'pumps',
  alias,
  name: `Type ${alias}`,
  image: null,
  description: 'What it shows',
  descriptor,
});
const types = [
  typeOf('later', 30, { type: 'latest', sizeX: 5, templateHtml: '<b onclick="x()">1</b>' }),
  typeOf('earlier', 20, { type: 'some-kind-of-later', settingsDirective: 'tb-settings', resources: [{ url: 'a.js' }] }),
];

describe('files of the widget library', () => {
  it('come in as they went out, the oldest type first', () => {
    const written = exportedBundle(bundle, types);
    expect(Object.keys(written.widgetsBundle)).toEqual(['alias', 'title', 'image', 'description']);
    expect(written.widgetTypes.map(({ alias }) => alias)).toEqual(['earlier', 'later']);
    expect(readBundleFile(JSON.stringify(written))).toEqual({ content: written });
    for (const type of types) {
      const one = exportedType(type);
      expect(Object.keys(one)).toEqual(['alias', 'name', 'image', 'description', 'descriptor']);
      expect(readTypeFile(JSON.stringify(one))).toEqual({ content: one });
    }
  });

  it('need no more than a title, or a name and a descriptor', () => {
    expect(readBundleFile('{"widgetsBundle":{"title":" Pumps "},"widgetTypes":[]}')).toEqual({
      content: { widgetsBundle: { alias: null, title: 'Pumps', image: null, description: null }, widgetTypes: [] },
    });
    expect(readTypeFile('{"name":"Card","descriptor":{"type":"latest"}}')).toEqual({
      content: { alias: null, name: 'Card', image: null, description: null, descriptor: { type: 'latest' } },
    });
  });

  it.each([
    ['{', 'notJson'],
    ['[]', 'unknown'],
    ['7', 'unknown'],
    ['null', 'unknown'],
    ['{"ruleChain":{},"metadata":{}}', 'isRuleChain'],
    ['{"title":"Site","configuration":{}}', 'isDashboard'],
    ['{"name":"Card","descriptor":{}}', 'isType'],
    ['{"other":1}', 'notBundle'],
    ['{"widgetsBundle":7,"widgetTypes":[]}', 'notObject', 'widgetsBundle'],
    ['{"widgetsBundle":{"title":""},"widgetTypes":[]}', 'needed', 'widgetsBundle.title'],
    ['{"widgetsBundle":{"title":7},"widgetTypes":[]}', 'notText', 'widgetsBundle.title'],
    ['{"widgetsBundle":{"title":"P","alias":{}},"widgetTypes":[]}', 'notText', 'widgetsBundle.alias'],
    ['{"widgetsBundle":{"title":"P"}}', 'needed', 'widgetTypes'],
    ['{"widgetsBundle":{"title":"P"},"widgetTypes":{}}', 'notList', 'widgetTypes'],
    ['{"widgetsBundle":{"title":"P"},"widgetTypes":[null]}', 'notObject', 'widgetTypes[0]'],
    ['{"widgetsBundle":{"title":"P"},"widgetTypes":[{"name":"A"}]}', 'needed', 'widgetTypes[0].descriptor'],
    [
      '{"widgetsBundle":{"title":"P"},"widgetTypes":[{"name":"A","descriptor":[]}]}',
      'notObject',
      'widgetTypes[0].descriptor',
    ],
    [
      '{"widgetsBundle":{"title":"P"},"widgetTypes":[{"name":"A","descriptor":{}}]}',
      'needed',
      'widgetTypes[0].descriptor',
    ],
    [
      JSON.stringify({
        widgetsBundle: { title: 'P' },
        widgetTypes: ['a', 'b'].map((name) => ({ alias: 'same', name, descriptor: { type: 'latest' } })),
      }),
      'twice',
      'widgetTypes[1].alias',
    ],
    [JSON.stringify({ widgetsBundle: { title: 'P'.repeat(256) }, widgetTypes: [] }), 'tooLong', 'widgetsBundle.title'],
  ])('a bundle: %s is refused', (text, key, member?: string) => {
    const result = readBundleFile(text);
    expect(result).toMatchObject({ problem: { key: `widgetLibrary.file.${key}` } });
    if (member) expect(result).toMatchObject({ problem: { values: { member } } });
  });

  it.each([
    ['{"widgetsBundle":{"title":"P"},"widgetTypes":[]}', 'isBundle', undefined],
    ['{"name":"Card"}', 'notType', undefined],
    ['{"descriptor":{"type":"latest"}}', 'needed', 'name'],
    ['{"name":"Card","descriptor":"{}"}', 'notObject', 'descriptor'],
    ['{"name":"Card","image":7,"descriptor":{"a":1}}', 'notText', 'image'],
  ])('a type: %s is refused', (text, key, member) => {
    const result = readTypeFile(text);
    expect(result).toMatchObject({ problem: { key: `widgetLibrary.file.${key}` } });
    if (member) expect(result).toMatchObject({ problem: { values: { member } } });
  });

  it('keep what is hostile in them as data', () => {
    const text =
      '{"__proto__":{"title":"x"},"name":"<img src=x onerror=alert(1)>","image":"javascript:alert(1)",' +
      '"descriptor":{"__proto__":{"polluted":true},"constructor":1,"controllerScript":"alert(1)"}}';
    const result = readTypeFile(text);
    if (!('content' in result)) throw new Error('refused');
    const { descriptor, name } = result.content;
    expect(Object.keys(descriptor)).toEqual(['__proto__', 'constructor', 'controllerScript']);
    expect(JSON.stringify(descriptor)).toContain('"__proto__":{"polluted":true}');
    expect(name).toBe('<img src=x onerror=alert(1)>');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
