import type { TFunction } from 'i18next';
import { stepTools } from '../editing/step-tools.ts';
import type { Tool } from '../editing/tool-groups.tsx';
import type { CanvasSelection } from './selection.ts';
import type { EditedChain } from './use-chain.ts';

/** What the toolbar does. */
interface ToolActions {
  toggleLibrary: () => void;
  copy: (nodes: ReadonlySet<string>) => void;
  paste: () => void;
  remove: (nodes: ReadonlySet<string>, links: ReadonlySet<string>) => void;
  arrangeAll: () => void;
  addNote: () => void;
  /** Switches debug mode of what is selected, or of all nodes. */
  toggleDebug: () => void;
  /** Absent of a chain through which nothing runs. */
  toggleTraffic: (() => void) | undefined;
  /** Absent of a chain that has no versions yet. */
  toggleVersions: (() => void) | undefined;
}

/** The buttons of the toolbar, in groups. */
export function editorTools(
  t: TFunction,
  state: {
    edited: EditedChain;
    selection: CanvasSelection;
    readOnly: boolean;
    isLibraryOpen: boolean;
    isTrafficShown: boolean;
  },
  on: ToolActions,
): Tool[][] {
  const { edited, selection, readOnly, isLibraryOpen } = state;
  const hasNodes = selection.nodes.size > 0;
  const isDebugged = edited.chain.nodes.some(({ debugMode }) => debugMode);
  return [
    [
      {
        id: 'library',
        label: t(isLibraryOpen ? 'rules.hideLibrary' : 'rules.showLibrary'),
        icon: isLibraryOpen ? 'chevronLeft' : 'chevronRight',
        disabled: readOnly,
        run: on.toggleLibrary,
      },
    ],
    stepTools(t, edited),
    [
      {
        id: 'copy',
        label: t('rules.copy'),
        icon: 'copy',
        keys: 'Ctrl+C',
        disabled: !hasNodes,
        run: () => on.copy(selection.nodes),
      },
      { id: 'paste', label: t('rules.paste'), icon: 'paste', keys: 'Ctrl+V', disabled: readOnly, run: on.paste },
      {
        id: 'delete',
        label: t('rules.delete'),
        icon: 'delete',
        keys: 'Delete',
        disabled: readOnly || (!hasNodes && selection.links.size === 0),
        run: () => on.remove(selection.nodes, selection.links),
      },
    ],
    [
      { id: 'note', label: t('rules.note.add'), icon: 'message', disabled: readOnly, run: on.addNote },
      { id: 'arrange', label: t('rules.arrange'), icon: 'arrange', disabled: readOnly, run: on.arrangeAll },
      {
        id: 'debug',
        label: t(hasNodes ? 'rules.debugSelected' : isDebugged ? 'rules.debugReset' : 'rules.debugAll'),
        icon: 'bug',
        disabled: readOnly,
        run: on.toggleDebug,
      },
    ],
    ...(on.toggleTraffic
      ? [
          [
            {
              id: 'traffic',
              label: t('rules.traffic.show'),
              icon: 'chart' as const,
              isOn: state.isTrafficShown,
              run: on.toggleTraffic,
            },
          ],
        ]
      : []),
    ...(on.toggleVersions
      ? [[{ id: 'versions', label: t('rules.versions.show'), icon: 'clock' as const, run: on.toggleVersions }]]
      : []),
  ];
}
