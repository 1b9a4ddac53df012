import { describe, expect, it } from 'vitest';
import { edgesOf, frameOf, ownPadding, within } from './widget-edges.ts';

describe('edges of widgets', () => {
  it.each([
    ['0', { top: 0, right: 0, bottom: 0, left: 0 }],
    ['4px', { top: 4, right: 4, bottom: 4, left: 4 }],
    ['5px 10px', { top: 5, right: 10, bottom: 5, left: 10 }],
    ['1px 2px 3.5px', { top: 1, right: 2, bottom: 3.5, left: 2 }],
    [' 1px 2px 3px 4px ', { top: 1, right: 2, bottom: 3, left: 4 }],
    ['9999px', { top: 200, right: 200, bottom: 200, left: 200 }],
  ])('are written as in a style sheet: %j', (text, edges) => {
    expect(edgesOf(text)).toEqual(edges);
  });

  it.each([null, undefined, '', '1em', '-4px', '1px 2px 3px 4px 5px', 'calc(1px + 2px)', '4px;color:red'])(
    'are left to the theme where they cannot be read: %j',
    (text) => expect(edgesOf(text)).toBeUndefined(),
  );

  it('are those of the theme where they are those of every new widget', () => {
    expect(ownPadding('8px')).toBeUndefined();
    expect(ownPadding('0px')).toEqual({ top: 0, right: 0, bottom: 0, left: 0 });
  });

  it('and the look of the whole widget are those of its style, which cannot take it out of its place', () => {
    const widgetStyle = {
      ...{ border: '2px solid red', borderRadius: '20px', lineHeight: 2, borderWidth: '3px', padding: '3px' },
      ...{
        width: '10px',
        minHeight: '2px',
        display: 'none',
        transform: 'scale(9)',
        position: 'fixed',
        marginTop: '9px',
      },
    };
    expect(frameOf({ widgetStyle, padding: '8px', margin: '2px' })).toEqual({
      style: { border: '2px solid red', borderRadius: '20px', lineHeight: 2, borderWidth: '3px' },
      padding: '3px',
      margin: '2px',
    });
    expect(frameOf({})).toEqual({ style: {}, padding: undefined, margin: undefined });
  });

  it('leave room for the widget', () => {
    const box = { left: 10, top: 20, width: 100, height: 40 };
    expect(within(box, edgesOf('5px 10px'))).toEqual({ left: 20, top: 25, width: 80, height: 30 });
    expect(within(box, edgesOf('200px'))).toEqual({ left: 35, top: 30, width: 50, height: 20 });
    expect(within(box, undefined)).toBe(box);
  });
});
