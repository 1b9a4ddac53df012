import type { TFunction } from 'i18next';
import type { OfferedAction } from '../entity-page/entity-action.ts';
import { hasCopied } from './clipboard.ts';
import type { CanvasSelection } from './selection.ts';

/** What the menu of the canvas does. */
interface MenuActions {
  show: (node: string) => void;
  openLink: (link: string) => void;
  copy: (nodes: ReadonlySet<string>) => void;
  cut: (nodes: ReadonlySet<string>) => void;
  duplicate: (nodes: ReadonlySet<string>) => void;
  /** Where the menu was opened. */
  paste: () => void;
  addNote: () => void;
  selectAll: () => void;
  /** Lets messages enter at a node. */
  enterAt: (node: string) => void;
  align: (axis: 'x' | 'y') => void;
  remove: (nodes: ReadonlySet<string>, links: ReadonlySet<string>) => void;
}

/**
 * What can be done where somebody asked for the menu: with the node or link below it, else with what is selected. Over
 * one of several selected nodes it is about them all.
 */
export function canvasMenu(
  t: TFunction,
  menu: { node?: string; link?: string },
  selection: CanvasSelection,
  readOnly: boolean,
  on: MenuActions,
): OfferedAction[] {
  const isSeveral = selection.nodes.size > 1;
  /** A node is under the pointer that is not one of several selected ones. */
  const overNode = menu.node !== undefined && !(isSeveral && selection.nodes.has(menu.node));
  const nodes = overNode ? new Set([menu.node as string]) : selection.nodes;
  const links = menu.link === undefined ? selection.links : new Set([menu.link]);
  const overOne = overNode || menu.link !== undefined;
  return [
    ...(menu.node !== undefined
      ? [{ id: 'open', label: t('rules.details'), icon: 'edit' as const, run: () => on.show(menu.node as string) }]
      : []),
    ...(!readOnly && menu.node !== undefined && !menu.node.startsWith('note-')
      ? [
          {
            id: 'enter',
            label: t('rules.enterHere'),
            icon: 'chevronRight' as const,
            run: () => on.enterAt(menu.node as string),
          },
        ]
      : []),
    ...(menu.link !== undefined
      ? [{ id: 'open', label: t('rules.details'), icon: 'edit' as const, run: () => on.openLink(menu.link as string) }]
      : []),
    ...(nodes.size > 0 && menu.link === undefined
      ? [{ id: 'copy', label: t('rules.copy'), icon: 'copy' as const, run: () => on.copy(nodes) }]
      : []),
    ...(!readOnly && nodes.size > 0 && menu.link === undefined
      ? [
          { id: 'cut', label: t('rules.cut'), icon: 'copy' as const, run: () => on.cut(nodes) },
          { id: 'duplicate', label: t('rules.duplicate'), icon: 'copy' as const, run: () => on.duplicate(nodes) },
        ]
      : []),
    ...(!readOnly && !overOne && hasCopied()
      ? [{ id: 'paste', label: t('rules.paste'), icon: 'paste' as const, run: () => on.paste() }]
      : []),
    ...(!readOnly && !overOne
      ? [{ id: 'note', label: t('rules.note.add'), icon: 'message' as const, run: () => on.addNote() }]
      : []),
    ...(!overOne ? [{ id: 'all', label: t('rules.selectAll'), icon: 'check' as const, run: on.selectAll }] : []),
    ...(!readOnly && isSeveral && !overOne
      ? [
          { id: 'align-x', label: t('rules.alignColumn'), icon: 'arrange' as const, run: () => on.align('x') },
          { id: 'align-y', label: t('rules.alignRow'), icon: 'arrange' as const, run: () => on.align('y') },
        ]
      : []),
    ...(!readOnly && (nodes.size > 0 || links.size > 0)
      ? [
          {
            id: 'delete',
            label: t('rules.delete'),
            icon: 'delete' as const,
            destructive: true,
            run: () =>
              menu.link === undefined ? on.remove(nodes, overNode ? new Set() : links) : on.remove(new Set(), links),
          },
        ]
      : []),
  ];
}
