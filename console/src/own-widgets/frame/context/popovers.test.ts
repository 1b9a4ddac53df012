import { Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createPopovers } from './popovers.ts';

it('moves, hides and ends the popovers that a script has registered, and says what is not one', () => {
  const [missing, failed] = [vi.fn(), vi.fn()];
  const popovers = createPopovers({ missing, failed });
  const popover = { updatePosition: vi.fn(), hide: vi.fn(), tbHidden: false };
  const failing = {
    updatePosition: () => {
      throw new Error('nowhere');
    },
  };
  const tbDestroy = new Subject<void>();
  const gone = { updatePosition: vi.fn(), tbDestroy };
  for (const each of [failing, popover, gone]) popovers.register(each);
  tbDestroy.next();
  popovers.updatePositions();
  expect(popover.updatePosition).toHaveBeenCalledTimes(1);
  expect(gone.updatePosition).not.toHaveBeenCalled();
  expect(failed).toHaveBeenCalledTimes(1);
  popovers.setHidden(true);
  expect(popover.tbHidden).toBe(true);
  popovers.end();
  popovers.end();
  expect(popover.hide).toHaveBeenCalledTimes(1);
  popovers.register('a component');
  expect(missing).toHaveBeenCalledWith('registerPopoverComponent');
});
