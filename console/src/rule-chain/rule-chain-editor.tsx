import './texts/texts.ts';
import { Box, useMediaQuery } from '@mui/material';
import { DEFAULT_TEXT_LENGTH } from '@signalbox/contract/text';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { notify } from '../app/notices.ts';
import { useAddress } from '../app/use-address.ts';
import { ActionsMenu } from '../entity-page/actions-menu.tsx';
import { useUnsavedGuard } from '../entity-page/unsaved-guard.ts';
import { formatNumber } from '../i18n/format.ts';
import { type Canvas, RuleCanvas } from './canvas.tsx';
import { canvasMenu } from './canvas-menu.ts';
import { checkNode } from './check-configuration.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { EditorPanel, type Shown } from './editor-panel.tsx';
import type { EditorProps } from './editor-props.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { editorTools } from './editor-tools.ts';
import { EditorWarnings } from './editor-warnings.tsx';
import { focusSoon } from './focus-soon.ts';
import { CONFIGURATION_TEXT } from './json-configuration.tsx';
import { LibraryPane } from './library-pane.tsx';
import { CHAIN_NODE, findNode, INPUT, neighbourOf, refuseLink, updateNote } from './model/chain.ts';
import { refuseChain } from './model/limits.ts';
import { findProblems, isPassable } from './model/problems.ts';
import { useCanvasSelection } from './selection.ts';
import { TrafficLegend } from './traffic/traffic-legend.tsx';
import { useTraffic } from './traffic/use-traffic.ts';
import { useChainEdits } from './use-chain-edits.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useLinking } from './use-linking.tsx';
import { useNodeSearch } from './use-node-search.ts';
import { useStages } from './use-stages.ts';
import { useUnreadJson } from './use-unread-json.ts';

/** The editor of a rule chain: library, canvas, and the settings of what is selected. */
export function RuleChainEditor(props: EditorProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const { edited, readOnly, ruleChainId, leading, targets } = props;
  const { chain, edit } = edited;
  const selected = useCanvasSelection();
  const { selection, change, select } = selected;
  const canvas = useRef<Canvas>(undefined);
  const area = useRef<HTMLDivElement>(null);
  const pointer = useRef<{ x: number; y: number }>(undefined);
  const [isLibraryOpen, setLibraryOpen] = useState(() => window.innerWidth >= 960);
  const [wasPhone, setWasPhone] = useState(phone);
  if (phone !== wasPhone) {
    setWasPhone(phone);
    // On a phone it would lie over everything. Not drawn open once: it would hide an open dialog from screen readers.
    if (phone) setLibraryOpen(false);
  }
  const [panel, setPanel] = useState<Shown>();
  const [menu, setMenu] = useState<{ x: number; y: number; node?: string; link?: string }>();
  const unread = useUnreadJson(chain);
  useUnsavedGuard((edited.isDirty || unread.first !== undefined) && !readOnly);

  const nameOf = useCallback(
    (key: string) => {
      const node = findNode(chain, key);
      if (!node) return '';
      if (node.type !== CHAIN_NODE) return node.name;
      return (node.target === null ? undefined : targets.names.get(node.target)) ?? t('rules.unresolved');
    },
    [chain, targets, t],
  );

  const problems = useMemo(() => findProblems(chain, checkNode, leading, targets.gone), [chain, leading, targets.gone]);
  const problemKeys = useMemo(() => new Set(problems.keys()), [problems]);
  const show = useCallback(
    (key: string) => {
      select([key]);
      setPanel({ node: key });
      canvas.current?.showNode(key);
    },
    [select],
  );
  // An address that names a node opens it, once.
  const wanted = useAddress()[0].get('node');
  const opened = useRef<string>(undefined);
  useEffect(() => {
    const node = chain.nodes.find(({ id }) => id !== null && id === wanted);
    if (!node || opened.current === wanted) return;
    opened.current = node.id ?? undefined;
    // Behind the first drawing of the canvas, which fits all of it in.
    requestAnimationFrame(() => show(node.key));
  }, [chain.nodes, wanted, show]);
  const search = useNodeSearch(chain, nameOf, show);

  const mayLink = useCallback((from: string, to: string) => refuseLink(chain, from, to) === undefined, [chain]);
  const link = useLinking(edited, select, setPanel);

  const open = useCallback((key: string | undefined) => setPanel(key === undefined ? undefined : { node: key }), []);
  const edits = useChainEdits({ ruleChainId, edited, readOnly, selected, canvas, area, open });
  const add = (type: string, at?: { x: number; y: number }) => {
    edits.add(type, at);
    if (phone) setLibraryOpen(false);
  };

  const blocking = [...problems].filter(([, problem]) => !isPassable(problem));
  const save = () => {
    const refusal = refuseChain(chain, ruleChainId);
    if (refusal) {
      const words = { formatted: formatNumber(refusal.count), most: formatNumber(refusal.most) };
      return void notify({ type: 'warn', message: t(`rules.${refusal.key}`, words), duration: 12_000 });
    }
    if (unread.first) {
      const { key, name } = unread.first;
      show(key);
      focusSoon(CONFIGURATION_TEXT);
      return void notify({ type: 'warn', message: t('rules.problem.json', { name }), duration: 8000 });
    }
    const [first] = blocking;
    if (!first) {
      const [back] = [...problems].find(([, problem]) => problem === 'leadsBack') ?? [];
      if (back)
        notify({ type: 'warn', message: t('rules.problem.leadsBack', { name: nameOf(back) }), duration: 12_000 });
      return props.onSave();
    }
    show(first[0]);
    notify({
      type: 'warn',
      message: t(`rules.problem.${first[1]}`, { max: DEFAULT_TEXT_LENGTH, name: nameOf(first[0]) }),
      duration: 8000,
    });
  };
  const compare = () =>
    void openDialog((close) => (
      <CompareDialog
        before={edited.base.chain}
        after={chain}
        nameOf={(key) => findNode(chain, key)?.name || findNode(edited.base.chain, key)?.name || nameOf(key)}
        onShow={(key) => {
          close();
          show(key);
        }}
        onSave={
          readOnly
            ? undefined
            : () => {
                close();
                save();
              }
        }
        onClose={() => close()}
      />
    ));

  // Chains of edges run there.
  const { traffic, toggle: toggleTraffic } = useTraffic(props.type === 'CORE' && !props.isNew);

  const tools = editorTools(
    t,
    { edited, selection, readOnly, isLibraryOpen, isTrafficShown: traffic !== undefined },
    {
      ...edits,
      toggleTraffic,
      toggleLibrary: () => setLibraryOpen(!isLibraryOpen),
      paste: () => edits.paste(),
      addNote: () => edits.addNote(),
      toggleVersions:
        props.onRestore && (() => setPanel(panel && 'versions' in panel ? undefined : { versions: true })),
    },
  );
  useEditorKeys(
    {
      ...edits,
      save,
      compare,
      addNote: () => edits.addNote(),
      removeSelected: () => edits.remove(selection.nodes, selection.links),
      copy: () => edits.copy(selection.nodes),
      cut: () => edits.cut(selection.nodes),
      duplicate: () => edits.duplicate(selection.nodes),
      paste: () => edits.paste(pointer.current),
      addNode: () => {
        setLibraryOpen(true);
        focusSoon('[data-find-kind]');
      },
      link: () => {
        const [key] = selection.nodes;
        if (key === undefined) return;
        setPanel({ node: key });
        focusSoon('[data-link-with] input');
      },
      openSelected: () => {
        const [key] = selection.nodes;
        const [line] = selection.links;
        if (key !== undefined) setPanel({ node: key });
        else if (line !== undefined) setPanel({ link: line });
      },
      enterHere: () => {
        const [key] = selection.nodes;
        if (key !== undefined) link(INPUT, key);
      },
      go: (way) => {
        const key = neighbourOf(chain, [...selection.nodes][0], way);
        if (key === undefined) return;
        select([key]);
        setPanel((now) => now && { node: key });
        canvas.current?.showNode(key);
        focusSoon(`.react-flow__node[data-id="${CSS.escape(key)}"]`);
      },
    },
    { readOnly, selected: selection.nodes.size, undo: edited.undo, redo: edited.redo },
  );

  const openLink = useCallback(
    (key: string) => {
      select([], [key]);
      setPanel({ link: key });
    },
    [select],
  );
  const onSelect = useCallback<typeof change>(
    (kind, keys) => {
      change(kind, keys);
      const on = keys.filter(([, isOn]) => isOn);
      // An open panel follows what is selected.
      if (on.length !== 1 || !on[0]) return;
      const [key] = on[0];
      setPanel((now) => (now && !('versions' in now) ? (kind === 'nodes' ? { node: key } : { link: key }) : now));
    },
    [change],
  );
  const onNoteResized = useCallback(
    (key: string, { x, y, width, height }: { x: number; y: number; width: number; height: number }) => {
      const box = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
      edit(t('rules.step.note'), (now) => updateNote(now, key, box));
    },
    [edit, t],
  );

  const stage = useStages(2);
  const here = () => menu && canvas.current?.screenToFlowPosition({ x: menu.x, y: menu.y });
  const menuActions = {
    ...edits,
    show,
    openLink,
    paste: () => edits.paste(here()),
    addNote: () => edits.addNote(here()),
    enterAt: (node: string) => link(INPUT, node),
  };
  const menuItems = menu ? canvasMenu(t, menu, selection, readOnly, menuActions) : [];
  const panelContent = panel && (
    <EditorPanel
      {...props}
      shown={panel}
      nameOf={nameOf}
      unread={unread}
      onLink={link}
      onOpenLink={openLink}
      onRemove={edits.remove}
      onClose={() => setPanel(undefined)}
    />
  );

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
      <EditorToolbar
        tools={tools}
        search={search.search}
        onSearch={search.setSearch}
        onFindNext={search.showNext}
        found={search.count}
        changes={edited.changes.length}
        hasUnread={unread.first !== undefined}
        isNew={props.isNew}
        isSaving={props.isSaving}
        readOnly={readOnly}
        onTry={props.onTry && (() => props.onTry?.(chain, edited.changes.length > 0 ? save : undefined))}
        onCompare={compare}
        onSave={save}
      />
      <EditorWarnings edited={edited} readOnly={readOnly} />
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0, position: 'relative' }}>
        <LibraryPane
          type={props.type}
          isOpen={isLibraryOpen && !readOnly}
          phone={phone}
          isDrawn={stage > 1}
          onAdd={(type) => add(type)}
          onClose={() => setLibraryOpen(false)}
        />
        <Box
          ref={area}
          sx={{ flex: 1, minWidth: 0, position: 'relative' }}
          onPointerMove={(event) => {
            pointer.current = canvas.current?.screenToFlowPosition({ x: event.clientX, y: event.clientY });
          }}
          onPointerLeave={() => {
            pointer.current = undefined;
          }}
        >
          {stage > 0 && area.current && (
            <RuleCanvas
              size={area.current.getBoundingClientRect()}
              label={t('rules.canvas', { name: props.name })}
              chain={chain}
              selection={selection}
              onSelect={onSelect}
              problems={problemKeys}
              found={search.keys}
              targetNames={targets.names}
              readOnly={readOnly}
              traffic={traffic}
              onMoved={edits.moved}
              onNoteResized={onNoteResized}
              mayLink={mayLink}
              onLink={link}
              onOpenNode={open}
              onOpenLink={openLink}
              onDrop={add}
              onMenu={(event, over) => {
                event.preventDefault();
                setMenu({ x: event.clientX, y: event.clientY, ...over });
              }}
              onReady={(made) => {
                canvas.current = made;
              }}
            />
          )}
          {traffic && (
            <TrafficLegend ruleChainId={ruleChainId} live={edited.base.chain} chain={chain} traffic={traffic} />
          )}
          {chain.nodes.length === 0 && (
            <Box
              sx={{
                position: 'absolute',
                insetInline: 0,
                top: '40%',
                textAlign: 'center',
                color: 'text.secondary',
                pointerEvents: 'none',
              }}
            >
              {t('rules.empty')}
            </Box>
          )}
        </Box>
        {panelContent}
      </Box>
      <ActionsMenu at={menu} actions={menuItems} onClose={() => setMenu(undefined)} />
    </Box>
  );
}
