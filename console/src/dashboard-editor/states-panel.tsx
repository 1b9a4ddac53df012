import { Box, Button, OutlinedInput } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { Icon } from '../controls/icon.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { ActionsButton } from '../entity-page/actions-menu.tsx';
import type { OfferedAction } from '../entity-page/entity-action.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { HelpTextButton } from '../help/help-text-button.tsx';
import { copiedState, copyDashboardState } from './clipboard.ts';
import { useDashboardEditing } from './editor-context.ts';
import { pasteState, stateItem } from './model/state-item.ts';
import {
  addState,
  duplicateState,
  removeState,
  renameState,
  setRightLayout,
  setRoot,
  stateIdOf,
  stateProblems,
} from './model/states.ts';

/** From this number of states on they can be searched. */
const MANY = 6;

/** Name and id of a state; resolves to undefined when it was cancelled. */
function askForState(states: Parameters<typeof stateProblems>[0], id?: string) {
  return openDialog<{ id: string; name: string }>((close) => <StateDialog states={states} id={id} onClose={close} />);
}

function StateDialog(props: {
  states: Parameters<typeof stateProblems>[0];
  id: string | undefined;
  onClose: (state?: { id: string; name: string }) => void;
}) {
  const { t } = useTranslation();
  const before = { id: props.id ?? '', name: props.id === undefined ? '' : (props.states[props.id]?.name ?? '') };
  const [state, setState] = useState(before);
  // The id follows the name until somebody writes one.
  const [isOwnId, setOwnId] = useState(props.id !== undefined);
  const [isTried, setTried] = useState(false);
  const problems = stateProblems(props.states, state, props.id);
  const words = (problem: 'missing' | 'taken' | undefined) =>
    isTried && problem ? t(`dashboardEditor.states.problem.${problem}`) : undefined;
  return (
    <FormDialog
      title={t(props.id === undefined ? 'dashboardEditor.states.add' : 'dashboardEditor.states.rename')}
      submitLabel={t(props.id === undefined ? 'action.add' : 'dashboardEditor.states.rename')}
      dirty={state.id !== before.id || state.name !== before.name}
      onSubmit={() => {
        setTried(true);
        if (Object.keys(problems).length === 0) props.onClose({ id: state.id.trim(), name: state.name.trim() });
      }}
      onClose={() => props.onClose()}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <TextInput
          required
          autoFocus
          label={t('dashboardEditor.states.name')}
          value={state.name}
          error={words(problems.name)}
          onChange={(event) => {
            const name = event.target.value;
            setState((now) => ({ name, id: isOwnId ? now.id : stateIdOf(name) }));
          }}
        />
        <TextInput
          required
          label={t('dashboardEditor.states.id')}
          help={t('dashboardEditor.states.idHelp')}
          value={state.id}
          error={words(problems.id)}
          onChange={(event) => {
            const id = event.target.value;
            setOwnId(true);
            setState((now) => ({ ...now, id }));
          }}
        />
      </Box>
    </FormDialog>
  );
}

/** The states of the dashboard: what there is, and what each consists of. */
export function StatesPanel(props: { current: string; onGo: (id: string) => void }) {
  const { t } = useTranslation();
  const { edited } = useDashboardEditing();
  const { content, edit } = edited;
  const { states } = content.configuration;
  const [search, setSearch] = useState('');
  const listId = useId();
  const all = Object.entries(states).toSorted(([, one], [, other]) => one.name.localeCompare(other.name));
  const found = all.filter(([id, { name }]) =>
    [id, name].some((text) => text.toLowerCase().includes(search.trim().toLowerCase())),
  );
  const add = async () => {
    const state = await askForState(states);
    if (!state) return;
    edit(t('dashboardEditor.step.addState', { name: state.name }), (now) => addState(now, state.id, state.name));
    props.onGo(state.id);
  };
  const rename = async (id: string) => {
    const state = await askForState(states, id);
    if (!state) return;
    edit(t('dashboardEditor.step.renameState', { name: state.name }), (now) => renameState(now, id, state));
    if (id === props.current && state.id !== id) props.onGo(state.id);
  };
  const actions = (id: string, name: string, isRoot: boolean): OfferedAction[] => [
    { id: 'rename', label: t('dashboardEditor.states.rename'), icon: 'edit', run: () => void rename(id) },
    {
      id: 'duplicate',
      label: t('dashboardEditor.menu.duplicate'),
      icon: 'add',
      run: () => {
        const copy = duplicateState(content, id);
        edit(t('dashboardEditor.step.addState', { name }), () => copy.dashboard);
        props.onGo(copy.id);
      },
    },
    {
      id: 'copy',
      label: t('dashboardEditor.states.copy'),
      icon: 'copy',
      run: () => {
        const item = stateItem(content, id);
        if (item) copyDashboardState(item, t('dashboardEditor.copied', { count: 1, name }));
      },
    },
    ...(isRoot
      ? []
      : [
          {
            id: 'root',
            label: t('dashboardEditor.states.makeRoot'),
            icon: 'home' as const,
            run: () => edit(t('dashboardEditor.step.rootState', { name }), (now) => setRoot(now, id)),
          },
          {
            id: 'remove',
            label: t('dashboardEditor.states.remove'),
            icon: 'delete' as const,
            destructive: true,
            run: () => {
              edit(t('dashboardEditor.step.removeState', { name }), (now) => removeState(now, id));
              const root = all.find(([, state]) => state.root)?.[0];
              if (id === props.current && root !== undefined) props.onGo(root);
            },
          },
        ]),
  ];
  const paste = () => {
    const item = copiedState();
    if (!item) return;
    const added = pasteState(content, item);
    edit(t('dashboardEditor.step.addState', { name: item.state.name }), () => added.dashboard);
    props.onGo(added.id);
  };
  return (
    <Box sx={{ p: 4, pt: 2, overflow: 'auto', flex: 1, minHeight: 0, display: 'grid', gap: 3, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Button size="small" startIcon={<Icon name="add" />} onClick={() => void add()}>
          {t('dashboardEditor.states.add')}
        </Button>
        {copiedState() && (
          <Button size="small" startIcon={<Icon name="paste" />} onClick={paste}>
            {t('dashboardEditor.states.paste')}
          </Button>
        )}
        <HelpTextButton helpId="dashboards/states" name={t('dashboardEditor.states.about')} />
      </Box>
      {all.length >= MANY && (
        <OutlinedInput
          size="small"
          type="search"
          value={search}
          placeholder={t('dashboardEditor.states.search')}
          inputProps={{ 'aria-label': t('dashboardEditor.states.search'), 'aria-controls': listId }}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <Box component="ul" id={listId} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {found.map(([id, state]) => (
          <Box
            component="li"
            key={id}
            aria-current={id === props.current || undefined}
            sx={{
              border: '1px solid var(--line)',
              borderColor: id === props.current ? 'var(--accent)' : 'var(--line)',
              borderRadius: '8px',
              p: 2,
              paddingInlineStart: 3,
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              <Box
                component="button"
                type="button"
                onClick={() => props.onGo(id)}
                sx={{
                  flex: 1,
                  minWidth: 0,
                  textAlign: 'start',
                  font: 'inherit',
                  background: 'none',
                  border: 0,
                  p: 0,
                  color: 'inherit',
                  cursor: 'pointer',
                }}
              >
                <Box dir="auto" sx={{ fontWeight: 580, overflowWrap: 'anywhere' }}>
                  {state.name}
                </Box>
                <Box sx={{ fontSize: 12.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {id}
                  {state.root && ` · ${t('dashboardEditor.states.root')}`}
                </Box>
              </Box>
              <ActionsButton
                label={t('dashboardEditor.states.actions', { name: state.name })}
                actions={actions(id, state.name, state.root)}
              />
            </Box>
            {id === props.current && (
              <SwitchInput
                label={t('dashboardEditor.states.right')}
                checked={state.layouts.right !== undefined}
                onChange={(isThere) =>
                  edit(t('dashboardEditor.step.layouts', { name: state.name }), (now) =>
                    setRightLayout(now, id, isThere),
                  )
                }
                sx={{ mt: 1 }}
              />
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
