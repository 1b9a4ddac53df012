import './texts/texts.ts';
import '../help/texts/texts.ts';
import { Box, Dialog } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAllActions } from '../app/actions.ts';
import { useSession } from '../app/session.ts';
import { failureLine } from '../controls/error-text.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { useDebounced } from '../controls/use-debounced.ts';
import { helpAddress } from '../help/help-id.ts';
import { helpContentsQuery } from '../help/read-help.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { type FoundEntity, findEntities } from './entity-search.ts';

/** How many commands leave room in the box for what is found below them. */
const VISIBLE_COMMANDS = 6;
/** Texts of the help that are offered at a time. */
const MAX_TOPICS = 5;

/** The value of a found entity among the items; it differs with the search. */
const itemOf = (wanted: string, entity: FoundEntity) => `${wanted} ${entity.name} ${entity.id}`;

function Item(props: {
  value: string;
  icon?: IconName | undefined;
  label: string;
  keys?: string | undefined;
  run: () => void;
}) {
  return (
    <Command.Item value={props.value} onSelect={props.run}>
      <Icon name={props.icon ?? 'play'} size={16} />
      <span>{props.label}</span>
      {props.keys && <kbd>{props.keys}</kbd>}
    </Command.Item>
  );
}

const styles = {
  '& [cmdk-input]': {
    width: '100%',
    font: 'inherit',
    fontSize: 16,
    color: 'inherit',
    border: 0,
    outline: 0,
    p: '16px 18px',
    background: 'none',
    borderBottom: '1px solid var(--line)',
    borderRadius: 0,
  },
  // The height never changes, so that nothing moves under the pointer.
  '& [cmdk-list]': { height: 'min(420px, 60vh)', overflowY: 'auto', p: 2 },
  '& [cmdk-group-heading]': { fontSize: 12, color: 'text.disabled', p: '10px 10px 4px' },
  '& [cmdk-item]': {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    minHeight: 36,
    px: 2.5,
    borderRadius: '6px',
    cursor: 'pointer',
    color: 'text.secondary',
    '& span': { color: 'text.primary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& kbd': { marginInlineStart: 'auto' },
  },
  '& [cmdk-item][data-selected=true]': { background: 'var(--accent-soft)' },
  '& [cmdk-empty]': { p: 5, textAlign: 'center', color: 'text.secondary' },
} as const;

/**
 * Go anywhere, find anything by name, run any action. The keys that open it close it too.
 * @param typed what was typed while it was on its way
 */
export function Palette({ typed: initial, onClose }: { typed: string; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const viewer = useSession();
  const { authority, user } = viewer;
  const [text, setText] = useState(initial);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const actions = useAllActions().filter(
    (action) => !action.hidden && words.every((word) => `${action.label} ${action.group}`.toLowerCase().includes(word)),
  );
  const wanted = useDebounced(useDeferredValue(text.trim()), 150);
  const entities = useQuery({
    queryKey: ['palette', authority, wanted],
    queryFn: () => findEntities(viewer, user?.customerId.id, wanted),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  });
  const contents = useQuery({ ...helpContentsQuery(useLanguage()), enabled: text.trim().length > 1 });
  const topics = (contents.data?.areas ?? [])
    .flatMap((area) => area.pages)
    .map((page) => ({ ...page, label: t('help.about', { name: page.title }) }))
    .filter(({ label }) => words.length > 0 && words.every((word) => label.toLowerCase().includes(word)))
    .slice(0, MAX_TOPICS);
  const groups = [...new Set(actions.map((action) => action.group))];
  // What was found by name is meant, also when it comes later than the commands: unless an arrow key has chosen, or it
  // is so far below them that the list would move.
  const [chosen, setChosen] = useState('');
  const hasMoved = useRef(false);
  // What was found for an earlier text is shown only as far as it goes with what is typed by now: Enter opens nothing else.
  const typed = text.trim().toLowerCase();
  const isCurrent = wanted === text.trim() && !entities.isPlaceholderData;
  const found = entities.data?.filter(({ name }) => isCurrent || name.toLowerCase().includes(typed)) ?? [];
  const first = actions.length > VISIBLE_COMMANDS ? undefined : found[0];
  const firstItem = first && itemOf(wanted, first);
  useEffect(() => {
    if (firstItem !== undefined && !hasMoved.current) setChosen(firstItem);
  }, [firstItem]);
  // The palette is gone and the focus where it was before anything runs, so that dialogs return there.
  const run = (action: () => void) => {
    flushSync(onClose);
    action();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      aria-label={t('palette.open')}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: { mt: { xs: 4, sm: '12vh' } } } }}
    >
      <Box sx={styles}>
        <Command
          label={t('palette.open')}
          loop
          shouldFilter={false}
          value={chosen}
          onValueChange={setChosen}
          onKeyDown={(event) => {
            if (event.key.startsWith('Arrow')) hasMoved.current = true;
            if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
            event.preventDefault();
            onClose();
          }}
        >
          <Command.Input
            autoFocus
            value={text}
            onValueChange={(next) => {
              hasMoved.current = false;
              setText(next);
            }}
            placeholder={t('palette.placeholder')}
          />
          <Command.List label={t('palette.results')}>
            <Command.Empty>
              {entities.isFetching
                ? t('common.loading')
                : entities.isError
                  ? failureLine(entities.error)
                  : t('palette.nothing')}
            </Command.Empty>
            {groups.map((group) => (
              <Command.Group key={group} heading={group}>
                {actions
                  .filter((action) => action.group === group)
                  .map((action) => (
                    <Item
                      key={action.id}
                      value={`${action.label} ${action.id}`}
                      icon={action.icon}
                      label={action.label}
                      keys={action.keys}
                      run={() => run(action.run)}
                    />
                  ))}
              </Command.Group>
            ))}
            {wanted && found.length > 0 && (
              <Command.Group heading={t('palette.found')}>
                {found.map((entity) => (
                  <Command.Item
                    key={entity.id}
                    value={itemOf(wanted, entity)}
                    onSelect={() => run(() => void navigate(entity.address, { state: { name: entity.name } }))}
                  >
                    <Icon name={entity.icon} size={16} />
                    <span>{entity.name}</span>
                    <Box sx={{ marginInlineStart: 'auto', fontSize: 12 }}>{t(entity.kind)}</Box>
                  </Command.Item>
                ))}
              </Command.Group>
            )}
            {topics.length > 0 && (
              <Command.Group heading={t('help.help')}>
                {topics.map(({ id, label }) => (
                  <Item
                    key={id}
                    value={`help ${id}`}
                    icon="help"
                    label={label}
                    run={() => run(() => void navigate(helpAddress({ id })))}
                  />
                ))}
              </Command.Group>
            )}
          </Command.List>
        </Command>
      </Box>
    </Dialog>
  );
}
