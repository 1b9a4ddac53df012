// @vitest-environment jsdom
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles of widgets are written this way
import { beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../own-widgets/frame-context.ts';
import { labelFromPattern } from '../widgets/runtime/patterns.ts';
import { textFromPattern } from '../widgets/runtime/text-pattern.ts';
import { startTranslations } from './i18n.ts';
import { prepareNamedTexts, withNamedTexts } from './named-texts.ts';

beforeAll(async () => {
  startTranslations();
  await prepareNamedTexts({ title: '{i18n:device.devices}' });
});

describe('texts that dashboards name by keys', () => {
  it.each([
    ['{i18n:device.devices}', 'Devices'],
    ['All {i18n:entity-view.entity-views} and {i18n:asset.assets}', 'All Entity views and Assets'],
    ['{i18n:menu.group.settings}', 'Settings'],
    ['{i18n:no.such.key}', '{i18n:no.such.key}'],
    ['{i18n:constructor.name}', '{i18n:constructor.name}'],
    ['{i18n:menu}', '{i18n:menu}'],
    ['No key', 'No key'],
  ])('%s', (text, written) => {
    expect(withNamedTexts(text)).toBe(written);
  });

  it.each([null, undefined, 42, {}])('%s is no text, and stays as it is', (text) => {
    expect(withNamedTexts(text as unknown as string)).toBe(text);
  });

  it('stand in titles and labels, and as words in markup', () => {
    expect(labelFromPattern('{i18n:alarm.alarms} of ${entityName}', { entityName: 'Pump' })).toBe('Alarms of Pump');
    const values = { keys: [], names: {} };
    expect(textFromPattern('<b>{i18n:device.devices}</b>', values, (text) => `[${text}]`)).toBe('<b>[Devices]</b>');
  });

  it('are there for the frames of widgets', () => {
    const texts = textsOf();
    expect(Object.keys(texts).length).toBeGreaterThan(25);
    for (const [key, text] of Object.entries(texts)) expect(text, key).not.toBe(key);
    expect(texts['action.no']).toBe('No');
    expect([
      texts['action.ok'],
      texts['value.true'],
      texts['alarm.severity-critical'],
      texts['entity.type-device'],
    ]).toEqual(['OK', 'True', 'Critical', 'Device']);
  });
});
