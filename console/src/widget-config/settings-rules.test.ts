import { describe, expect, it } from 'vitest';
import type { WidgetConfig } from '../widgets/model.ts';
import { mobileValues, withMobile, withRules } from './settings-rules.ts';

describe('what goes with a change of the settings of a widget', () => {
  it.each<[WidgetConfig, WidgetConfig, WidgetConfig]>([
    [{ showTitleIcon: true }, { showTitleIcon: true, showTitle: false }, { showTitleIcon: false, showTitle: false }],
    [
      { showTitle: false, showTitleIcon: true },
      { showTitle: false, showTitleIcon: true, title: 'a' },
      { showTitle: false, showTitleIcon: true, title: 'a' },
    ],
    [
      { legendConfig: { position: 'left' } },
      { legendConfig: { position: 'left', direction: 'row' } },
      { legendConfig: { position: 'bottom', direction: 'row' } },
    ],
    [
      { legendConfig: { position: 'top' } },
      { legendConfig: { position: 'top', direction: 'row' } },
      { legendConfig: { position: 'top', direction: 'row' } },
    ],
    [{}, { legendConfig: { direction: 'row' } }, { legendConfig: { direction: 'row' } }],
    [
      { legendConfig: { direction: 'row', position: 'left' } },
      { legendConfig: { direction: 'row', position: 'left', showMin: true } },
      { legendConfig: { direction: 'row', position: 'left', showMin: true } },
    ],
  ])('%j → %j', (before, edited, expected) => {
    expect(withRules(before, edited as Record<string, unknown>)).toEqual(expected);
  });
});

describe('how a widget stands on phones', () => {
  const place = { row: 0, col: 0, sizeX: 4, sizeY: 3 };

  it('is said by its layout, else by its config', () => {
    expect(mobileValues({ ...place, mobileOrder: 2 }, { mobileOrder: 1, mobileHeight: 5 })).toEqual({
      mobileOrder: 2,
      mobileHeight: 5,
    });
    expect(mobileValues(undefined, {})).toEqual({});
  });

  it('is changed in the layout, member by member', () => {
    expect(withMobile(place, {}, { mobileHide: true })).toEqual({ ...place, mobileHide: true });
    expect(withMobile({ ...place, mobileOrder: 3 }, {}, {})).toEqual(place);
    expect(withMobile(place, { mobileHeight: 5 }, { mobileOrder: -1 })).toEqual({
      ...place,
      mobileOrder: -1,
      mobileHeight: null,
    });
    expect(withMobile(place, { mobileHeight: 5 }, { mobileHeight: 5 })).toBe(place);
  });
});
