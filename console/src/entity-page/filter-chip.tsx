import { Box, Divider, MenuItem } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindChoices } from '../controls/choice.ts';
import { Icon } from '../controls/icon.tsx';
import { PickerPopover } from '../controls/picker-popover.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';
import type { AddressedFilter } from './list-state.ts';

/** A filter with a control of its own. */
export interface OwnFilter {
  name: string;
  control: (value: string | undefined, onChange: (value?: string) => void) => ReactNode;
}

/** A filter of a list: one value out of a few, or one entity that is looked for by name. */
export type ChipFilter = {
  name: string;
  label: string;
} & (
  | { options: readonly { value: string; label: string }[] }
  | { load: FindChoices; labelOf: (id: string) => Promise<string>; accepts?: (value: string) => boolean }
);

export type ListFilter = ChipFilter | OwnFilter;

/** What filters are, and which values they can have: of few options one of them. */
export function addressedFilters(filters: readonly ListFilter[]): AddressedFilter[] {
  return filters.map((filter) => {
    const { name } = filter;
    if ('control' in filter) return { name };
    if ('options' in filter) return { name, accepts: (value) => filter.options.some((one) => one.value === value) };
    return { name, accepts: filter.accepts };
  });
}

/** The words of a filter's value. */
function useValueLabel(filter: ChipFilter, value: string | undefined): string | undefined {
  const named = useQuery({
    queryKey: ['filter', filter.name, value],
    queryFn: () => ('labelOf' in filter ? filter.labelOf(value ?? '') : ''),
    enabled: 'labelOf' in filter && value !== undefined,
    staleTime: 60_000,
  });
  if (value === undefined) return undefined;
  if ('options' in filter) return filter.options.find((option) => option.value === value)?.label;
  // One that is gone, or is not for this user, is still filtered by.
  return named.data ?? (named.isError ? value : undefined);
}

/** A chip that shows its filter and opens its values; the chosen value is taken back with the cross. */
export function FilterChip(props: {
  filter: ChipFilter;
  value: string | undefined;
  onChange: (value?: string) => void;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { filter, value } = props;
  const label = useValueLabel(filter, value);
  const on = value !== undefined;
  const close = () => setAnchor(undefined);
  const choose = (next?: string) => {
    close();
    props.onChange(next);
  };
  return (
    <>
      <Box
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          maxWidth: 280,
          height: 28,
          borderRadius: '14px',
          border: '1px solid',
          borderColor: on ? 'transparent' : 'var(--line)',
          background: on ? 'var(--accent-soft)' : 'var(--surface)',
          color: on ? 'var(--accent-text)' : 'text.secondary',
          '& button': {
            font: 'inherit',
            fontSize: 13,
            color: 'inherit',
            background: 'none',
            border: 0,
            height: '100%',
            borderRadius: '14px',
            cursor: 'pointer',
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1,
          },
        }}
      >
        <Box
          component="button"
          type="button"
          aria-haspopup={'options' in filter ? 'menu' : 'dialog'}
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ px: 2.5, minWidth: 0 }}
        >
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {filter.label}: {label ?? (on ? '…' : t('list.any'))}
          </Box>
          {!on && <Icon name="chevronDown" size={14} />}
        </Box>
        {on && (
          <Box
            component="button"
            type="button"
            aria-label={t('list.removeFilter', { name: filter.label })}
            onClick={() => choose(undefined)}
            sx={{ px: 2, marginInlineStart: -2 }}
          >
            <Icon name="close" size={14} />
          </Box>
        )}
      </Box>
      {'options' in filter ? (
        <PopupMenu anchorEl={anchor ?? null} onClose={close} slotProps={{ paper: { sx: { maxHeight: 360 } } }}>
          <MenuItem selected={!on} onClick={() => choose(undefined)}>
            {t('list.any')}
          </MenuItem>
          <Divider />
          {filter.options.map((option) => (
            <MenuItem key={option.value} selected={option.value === value} onClick={() => choose(option.value)}>
              {option.label}
            </MenuItem>
          ))}
        </PopupMenu>
      ) : (
        <PickerPopover
          anchor={anchor}
          onClose={close}
          label={filter.label}
          kind={filter.name}
          value={value === undefined ? null : { id: value, label: label ?? '' }}
          load={filter.load}
          onChange={(choice) => choose(choice?.id)}
        />
      )}
    </>
  );
}
