// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { dismissNotice, type Notice, subscribeNotices } from './notices.ts';
import { deleteWithUndo, finishUndoable, hiddenIds } from './undoable.ts';

let shown: readonly Notice[] = [];
subscribeNotices((notices) => {
  shown = notices;
});

function remove(id: string, work: () => Promise<unknown> = () => Promise.resolve()) {
  const spy = vi.fn(work);
  const after = vi.fn();
  deleteWithUndo({ id, message: `${id} deleted`, work: spy, after });
  return { work: spy, after, notice: shown.at(-1) as Notice };
}

describe('a deletion that can be undone', () => {
  it('is gone to the eye at once and done when its toast goes', async () => {
    const { work, after, notice } = remove('a');
    expect(hiddenIds().has('a')).toBe(true);
    expect(work).not.toHaveBeenCalled();
    dismissNotice(notice.id);
    await expect.poll(() => after).toHaveBeenCalled();
    expect(work).toHaveBeenCalledTimes(1);
    expect(hiddenIds().has('a')).toBe(true);
  });

  it('does not happen when it was undone, whatever follows', async () => {
    const { work, notice } = remove('b');
    notice.action?.run();
    dismissNotice(notice.id);
    await finishUndoable();
    expect(work).not.toHaveBeenCalled();
    expect(hiddenIds().has('b')).toBe(false);
  });

  it('happens once when the page is left, and takes its toast along', async () => {
    const { work } = remove('c');
    window.dispatchEvent(new Event('pagehide'));
    await finishUndoable();
    expect(work).toHaveBeenCalledTimes(1);
    expect(shown.some((notice) => notice.message === 'c deleted')).toBe(false);
  });

  it('comes back when the server refuses, and says why', async () => {
    const { notice } = remove('d', () => Promise.reject(new Error('in use')));
    dismissNotice(notice.id);
    await expect.poll(() => shown.some(({ message }) => message === 'in use')).toBe(true);
    expect(hiddenIds().has('d')).toBe(false);
  });

  it('shows what takes its id next, once it is gone and the list is reloaded', async () => {
    const order: string[] = [];
    deleteWithUndo({
      id: 'device/attribute',
      reusable: true,
      message: 'attribute deleted',
      work: async () => order.push('deleted'),
      after: async () => order.push(`loaded, hidden: ${hiddenIds().has('device/attribute')}`),
    });
    expect(await finishUndoable()).toBe(true);
    expect(order).toEqual(['deleted', 'loaded, hidden: true']);
    expect(hiddenIds().has('device/attribute')).toBe(false);
    expect(await finishUndoable()).toBe(false);
  });
});
