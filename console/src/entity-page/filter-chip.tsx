import { Box, Divider, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';

/** A filter of a list: one value out of a few. */
export interface ListFilter {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A chip that shows its filter and opens its values; the chosen value is taken back with the cross. */
export function FilterChip(props: {
  filter: ListFilter;
  value: string | undefined;
  onChange: (value?: string) => void;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { filter, value } = props;
  const chosen = filter.options.find((option) => option.value === value);
  const on = value !== undefined;
  const choose = (next?: string) => {
    setAnchor(undefined);
    props.onChange(next);
  };
  return (
    <>
      <Box
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
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
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ px: 2.5 }}
        >
          {filter.label}: {chosen?.label ?? (on ? value : t('list.any'))}
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
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={() => setAnchor(undefined)}
        slotProps={{ paper: { sx: { maxHeight: 360 } } }}
      >
        <MenuItem selected={!on} onClick={() => choose(undefined)}>
          {t('list.any')}
        </MenuItem>
        <Divider />
        {filter.options.map((option) => (
          <MenuItem key={option.value} selected={option.value === value} onClick={() => choose(option.value)}>
            {option.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
