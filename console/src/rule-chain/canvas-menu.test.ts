// @vitest-environment jsdom
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import './texts/texts.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { canvasMenu } from './canvas-menu.ts';

startTranslations();

const actions = () => ({
  ...{ show: vi.fn(), openLink: vi.fn(), copy: vi.fn(), cut: vi.fn(), duplicate: vi.fn(), paste: vi.fn() },
  ...{ addNote: vi.fn(), selectAll: vi.fn(), enterAt: vi.fn(), align: vi.fn(), remove: vi.fn() },
});
const three = { nodes: new Set(['a', 'b', 'c']), links: new Set(['a b']) };

/** The menu at a place, by the labels of its entries. */
function menuAt(over: { node?: string; link?: string }, selection = three, readOnly = false) {
  const on = actions();
  const items = canvasMenu(i18next.t, over, selection, readOnly, on);
  return {
    on,
    labels: items.map(({ label }) => label),
    run: (id: string) => items.find((one) => one.id === id)?.run(),
  };
}

describe('the menu of the canvas', () => {
  it('is about all that is selected when it is opened over one of several selected nodes', () => {
    const { on, labels, run } = menuAt({ node: 'b' });
    expect(labels).toContain('Align in a column');
    run('align-y');
    expect(on.align).toHaveBeenCalledWith('y');
    run('copy');
    expect(on.copy).toHaveBeenCalledWith(three.nodes);
    run('delete');
    expect(on.remove).toHaveBeenCalledWith(three.nodes, three.links);
    // Of which one it opens the settings is said by where the pointer is.
    run('open');
    expect(on.show).toHaveBeenCalledWith('b');
  });

  it('is about the one under the pointer when that is not selected, or alone', () => {
    for (const selection of [three, { nodes: new Set(['d']), links: new Set<string>() }]) {
      const { on, labels, run } = menuAt({ node: 'd' }, selection);
      expect(labels).not.toContain('Align in a column');
      run('delete');
      expect(on.remove).toHaveBeenCalledWith(new Set(['d']), new Set());
    }
  });

  it('shows and copies what may not be edited, and changes nothing of it', () => {
    const none = { nodes: new Set<string>(), links: new Set<string>() };
    expect(menuAt({ node: 'b' }, three, true).labels).toEqual(['Details', 'Copy nodes', 'Select all']);
    expect(menuAt({ link: 'a b' }, none, true).labels).toEqual(['Details']);
    expect(menuAt({}, three, true).labels).toEqual(['Copy nodes', 'Select all']);
  });
});
