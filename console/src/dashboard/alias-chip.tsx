import '../controls/texts/texts.ts';
import { Box, MenuItem, MenuList, OutlinedInput } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findNamedEntities } from '../api/entity-query.ts';
import { DialogPopover } from '../controls/dialog-popover.tsx';
import { failureLine } from '../controls/error-text.ts';
import { Icon } from '../controls/icon.tsx';
import { useDebounced } from '../controls/use-debounced.ts';
import type { EntityFilter } from '../widgets/runtime/entity-query.ts';
import { ASK_AGAIN } from './ask-again.ts';
import { ToolChip } from './toolbar-controls.tsx';
import type { PickedEntity } from './view-params.ts';

/** Names that are loaded at first; the others are found by searching. */
const PAGE_SIZE = 50;
/** The number of entities from which there is a search field. */
const SEARCH_FROM = 9;

/** Chooses which of the matching entities an alias stands for. */
export function AliasChip(props: {
  name: string;
  filter: EntityFilter;
  picked: PickedEntity | undefined;
  onPick: (entity: PickedEntity) => void;
}) {
  const { picked } = props;
  const current = useQuery({
    queryKey: ['alias entity', picked ?? props.filter],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const filter = picked ? { type: 'singleEntity', singleEntity: picked } : props.filter;
      return (await findNamedEntities(filter)).entities[0] ?? null;
    },
    ...ASK_AGAIN,
  });
  return (
    <ToolChip label={`${props.name}: ${current.data?.name ?? '…'}`} isSet={picked !== undefined}>
      {(close, anchor) => (
        <EntityChoice
          {...props}
          anchor={anchor}
          selected={current.data?.id}
          onClose={close}
          onPick={(entity) => {
            close();
            props.onPick(entity);
          }}
        />
      )}
    </ToolChip>
  );
}

function EntityChoice(props: {
  name: string;
  filter: EntityFilter;
  selected: string | undefined;
  anchor: HTMLElement | null;
  onClose: () => void;
  onPick: (entity: PickedEntity) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 150);
  const list = useRef<HTMLUListElement>(null);
  const found = useQuery({
    queryKey: ['alias entities', props.filter, search],
    placeholderData: keepPreviousData,
    queryFn: () => findNamedEntities(props.filter, { sortBy: 'name', pageSize: PAGE_SIZE, search }),
    ...ASK_AGAIN,
  });
  const entities = found.data?.entities ?? [];
  const total = found.data?.total ?? 0;
  const searches = total >= SEARCH_FROM || text !== '';
  return (
    <DialogPopover
      label={t('dashboard.alias.choose', { alias: props.name })}
      anchor={props.anchor}
      onClose={props.onClose}
      sx={{ width: 300 }}
    >
      {searches && (
        <Box sx={{ p: 2, pb: 0 }}>
          <OutlinedInput
            autoFocus
            fullWidth
            type="search"
            value={text}
            placeholder={t('dashboard.alias.search')}
            startAdornment={<Icon name="search" size={16} />}
            inputProps={{ 'aria-label': t('dashboard.alias.search') }}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') list.current?.querySelector<HTMLElement>('[role=menuitemradio]')?.focus();
            }}
            sx={{ gap: 2 }}
          />
        </Box>
      )}
      <MenuList ref={list} autoFocusItem={!searches && entities.length > 0} sx={{ maxHeight: 320, overflow: 'auto' }}>
        {entities.length === 0 && (
          <MenuItem disabled>
            {found.isPending ? t('common.loading') : found.isError ? failureLine(found.error) : t('picker.noMatches')}
          </MenuItem>
        )}
        {entities.map((entity) => (
          <MenuItem
            key={entity.id}
            role="menuitemradio"
            aria-checked={entity.id === props.selected}
            selected={entity.id === props.selected}
            onClick={() => props.onPick({ entityType: entity.entityType, id: entity.id })}
          >
            <Box component="span" title={entity.name} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {entity.name}
            </Box>
          </MenuItem>
        ))}
      </MenuList>
      {total > entities.length && (
        <Box sx={{ px: 4, py: 2, fontSize: 12, color: 'text.secondary', borderTop: '1px solid var(--line)' }}>
          {t('dashboard.alias.more', { shown: entities.length, total })}
        </Box>
      )}
    </DialogPopover>
  );
}
