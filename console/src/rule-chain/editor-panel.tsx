import { Box } from '@mui/material';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorProps } from './editor-props.ts';
import {
  type Chain,
  type ChainLink,
  findLink,
  findNode,
  findNote,
  INPUT,
  linkKey,
  setLabels,
  updateNode,
  updateNote,
} from './model/chain.ts';
import { LinkPanel, NodePanel, Panel } from './node-panel.tsx';
import { NotePanel } from './note-panel.tsx';
import type { UnreadJsons } from './use-unread-json.ts';
import { VersionList } from './versions/version-list.tsx';

const PANEL_WIDTH = 400;

/** What the panel shows, if it was not closed: a node or a note, a link, or the versions. */
export type Shown = { node: string } | { link: string } | { versions: true };

const NO_ONE: ReadonlySet<string> = new Set();

const splitLink = (key: string) => {
  const at = key.indexOf(' ');
  return { from: key.slice(0, at), to: key.slice(at + 1) };
};

export interface EditorPanelProps
  extends Pick<
    EditorProps,
    | 'ruleChainId'
    | 'name'
    | 'tenantId'
    | 'type'
    | 'edited'
    | 'readOnly'
    | 'onRestore'
    | 'findChains'
    | 'leading'
    | 'targets'
  > {
  shown: Shown;
  nameOf: (key: string) => string;
  unread: UnreadJsons;
  onLink: (from: string, to: string) => void;
  onOpenLink: (key: string) => void;
  onRemove: (nodes: ReadonlySet<string>, links: ReadonlySet<string>) => void;
  onClose: () => void;
}

/** What belongs into the panel; nothing for what was removed, here or by undoing. */
function contentOf(props: EditorPanelProps, t: TFunction): { title: string; content: ReactNode } | undefined {
  const { shown, edited, nameOf, readOnly, onClose } = props;
  const { chain, edit } = edited;
  if ('versions' in shown) {
    if (!props.onRestore) return undefined;
    const title = t('rules.versions.title');
    const content = (
      <Panel title={title} subtitle={props.name} onClose={onClose}>
        <Box sx={{ p: 4, pt: 2, overflow: 'auto', flex: 1, minHeight: 0 }}>
          <VersionList ruleChainId={props.ruleChainId} readOnly={readOnly} onRestore={props.onRestore} />
        </Box>
      </Panel>
    );
    return { title, content };
  }
  const title = t('rules.panel');
  if ('link' in shown) {
    const ends = splitLink(shown.link);
    const link = findLink(chain, ends.from, ends.to);
    if (!link && (ends.from !== INPUT || chain.first !== ends.to)) return undefined;
    const content = (
      <LinkPanel
        key={shown.link}
        chain={chain}
        {...ends}
        labels={link?.labels ?? []}
        nameOf={nameOf}
        readOnly={readOnly}
        onChange={(labels) => edit(t('rules.step.labels'), (now) => setLabels(now, ends.from, ends.to, labels))}
        onRemove={() => props.onRemove(NO_ONE, new Set([shown.link]))}
        onClose={onClose}
      />
    );
    return { title, content };
  }
  const key = edited.renamed.get(shown.node) ?? shown.node;
  const note = findNote(chain, key);
  if (note) {
    const content = (
      <NotePanel
        key={key}
        note={note}
        readOnly={readOnly}
        onChange={(change, group) =>
          edit(t('rules.step.note'), (now) => updateNote(now, key, change), `note ${key} ${group}`)
        }
        onRemove={() => props.onRemove(new Set([key]), NO_ONE)}
        onClose={onClose}
      />
    );
    return { title, content };
  }
  const node = findNode(chain, key);
  if (!node) return undefined;
  const content = (
    <NodePanel
      key={node.key}
      node={node}
      chain={chain}
      type={props.type}
      ruleChainId={props.ruleChainId}
      tenantId={props.tenantId}
      nameOf={nameOf}
      findChains={props.findChains}
      unread={props.unread.textOf(node)}
      onUnread={(text) => props.unread.set(node, text)}
      isTargetGone={node.target !== null && props.targets.gone.has(node.target)}
      leadsBack={node.target !== null && props.leading.has(node.target)}
      readOnly={readOnly}
      onChange={(changedKey, changed, label, group) =>
        edit(label, (now: Chain) => updateNode(now, changedKey, changed), group)
      }
      onLink={props.onLink}
      onOpenLink={(link: ChainLink) => props.onOpenLink(linkKey(link))}
      onClose={onClose}
    />
  );
  return { title, content };
}

/** Beside the canvas: the settings of what is selected, or the versions of the chain. */
export function EditorPanel(props: EditorPanelProps) {
  const { t } = useTranslation();
  const shown = contentOf(props, t);
  if (!shown) return null;
  return (
    <Box
      component="aside"
      aria-label={shown.title}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        width: { xs: '100%', md: PANEL_WIDTH },
        position: { xs: 'absolute', md: 'relative' },
        inset: { xs: 0, md: 'auto' },
        zIndex: 6,
        flex: 'none',
        borderInlineStart: '1px solid var(--line)',
        background: 'var(--surface)',
      }}
    >
      {shown.content}
    </Box>
  );
}
