import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { WidgetTypeDetails } from '@signalbox/contract/widget';
import { describe, expect, it } from 'vitest';
import { kindOf, previewWidget } from './preview-widget.ts';

const typeWith = (descriptor: Record<string, unknown>): WidgetTypeDetails => ({
  id: entityId('WIDGET_TYPE', '1f0c7a5e-0000-1000-8000-000000000002'),
  createdTime: 1,
  tenantId: entityId('TENANT', NULL_UUID),
  bundleAlias: 'cards',
  alias: 'card',
  name: 'Card',
  image: null,
  description: null,
  descriptor,
});

describe('the preview of a type', () => {
  it('begins as its descriptor says, with the data that it makes up', () => {
    const datasources = [{ type: 'function', dataKeys: [{ name: 'f(x)', type: 'function', funcBody: 'return 1;' }] }];
    const defaultConfig = JSON.stringify({ title: 'Now', datasources });
    const widget = previewWidget(typeWith({ type: 'latest', sizeX: 7.5, sizeY: 3, defaultConfig }));
    expect(widget).toMatchObject({ isSystemType: true, type: 'latest', typeAlias: 'card', sizeX: 7.5, sizeY: 3 });
    expect(widget.config).toEqual({ title: 'Now', datasources });
  });

  it.each([
    [{ sizeX: 'wide', defaultConfig: '{' }],
    [{ sizeX: -1, defaultConfig: '[1]' }],
    [{ sizeX: 0, defaultConfig: 7 }],
    [{ defaultConfig: '{"datasources":{}}' }],
  ])('is drawn whatever others have written: %j', (descriptor) => {
    expect(previewWidget(typeWith(descriptor))).toMatchObject({
      type: 'static',
      sizeX: 8,
      sizeY: 6,
      config: { datasources: [] },
    });
  });

  it('knows the kinds of data', () => {
    expect(kindOf({ descriptor: { type: 'alarm' } })).toBe('alarm');
    expect(kindOf({ descriptor: { type: 'scada' } })).toBeUndefined();
  });
});
