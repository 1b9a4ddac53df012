import { describe, expect, it } from 'vitest';
import { popoverPlace } from './popover-place.ts';

const written = (name: string | undefined) => {
  const { anchor, popover } = popoverPlace(name);
  return [anchor, popover].map(({ vertical, horizontal }) => `${vertical} ${horizontal}`);
};

describe('a popover of a dashboard', () => {
  it.each([
    ['top', 'top center', 'bottom center'],
    ['topLeft', 'top left', 'bottom left'],
    ['topRight', 'top right', 'bottom right'],
    ['right', 'center right', 'center left'],
    ['rightTop', 'top right', 'top left'],
    ['rightBottom', 'bottom right', 'bottom left'],
    ['bottom', 'bottom center', 'top center'],
    ['bottomLeft', 'bottom left', 'top left'],
    ['bottomRight', 'bottom right', 'top right'],
    ['left', 'center left', 'center right'],
    ['leftTop', 'top left', 'top right'],
    ['leftBottom', 'bottom left', 'bottom right'],
    [undefined, 'top center', 'bottom center'],
    ['somewhere', 'top center', 'bottom center'],
  ])('placed %s touches by %s and %s', (name, anchor, popover) => {
    expect(written(name)).toEqual([anchor, popover]);
  });
});
