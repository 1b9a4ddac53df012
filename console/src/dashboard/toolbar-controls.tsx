import './texts/texts.ts';
import { Box, Button, IconButton, MenuItem, Tooltip } from '@mui/material';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogPopover } from '../controls/dialog-popover.tsx';
import { Icon, type IconName } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';
import type { UserPredicate } from './key-filters.ts';

const PredicateField = lazyPart(async () => (await import('./predicate-field.tsx')).PredicateField);

/** Of a field for a filter value, in px. */
const FIELD_HEIGHT = 62;

/** A pill of the toolbar that opens something. */
export function ToolChip(props: {
  label: string;
  icon?: IconName;
  isSet?: boolean;
  /** What it does, where the label alone says what is chosen. */
  hint?: string | undefined;
  /** Only the icon, for phones; the hint names it. */
  iconOnly?: boolean | undefined;
  children: (close: () => void, anchor: HTMLElement | null) => ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Box
        ref={button}
        component="button"
        type="button"
        aria-haspopup="true"
        aria-expanded={open}
        {...(props.hint ? { title: props.hint } : {})}
        {...(props.iconOnly ? { 'aria-label': `${props.hint}: ${props.label}` } : {})}
        onClick={() => setOpen(true)}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1.5,
          height: 30,
          px: props.iconOnly ? 2 : 3,
          flex: props.iconOnly ? 'none' : '0 1 auto',
          font: 'inherit',
          fontSize: 13,
          borderRadius: '15px',
          border: '1px solid var(--line)',
          background: props.isSet ? 'var(--accent-soft)' : 'var(--surface)',
          color: props.isSet ? 'var(--accent-text)' : 'text.secondary',
          cursor: 'pointer',
          whiteSpace: 'nowrap',
          minWidth: 0,
          // What an alias is called and the name of an entity.
          maxWidth: 'min(360px, 100%)',
          '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
        }}
      >
        {props.icon && <Icon name={props.icon} size={15} />}
        {!props.iconOnly && <span dir="auto">{props.label}</span>}
        <Icon name="chevronDown" size={13} />
      </Box>
      {open && props.children(() => setOpen(false), button.current)}
    </>
  );
}

/** Chooses one of a list that is loaded when opened. */
export function ChipMenu<Item>(props: {
  label: string;
  icon?: IconName;
  isSet?: boolean;
  hint?: string | undefined;
  iconOnly?: boolean | undefined;
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  selected?: string | undefined;
  onOpen?: () => void;
  onPick: (item: Item) => void;
}) {
  const { t } = useTranslation();
  return (
    <ToolChip
      label={props.label}
      {...(props.icon ? { icon: props.icon } : {})}
      isSet={props.isSet ?? false}
      hint={props.hint}
      iconOnly={props.iconOnly}
    >
      {(close, anchor) => (
        <PopupMenu
          anchorEl={anchor}
          onClose={close}
          ref={() => props.onOpen?.()}
          slotProps={{ paper: { sx: { maxHeight: 320, minWidth: 220 } } }}
        >
          {props.items === undefined && <MenuItem disabled>{t('common.loading')}</MenuItem>}
          {props.items?.length === 0 && <MenuItem disabled>{t('common.none')}</MenuItem>}
          {props.items?.map((item) => (
            <MenuItem
              key={props.idOf(item)}
              selected={props.idOf(item) === props.selected}
              onClick={() => {
                close();
                props.onPick(item);
              }}
            >
              {props.nameOf(item)}
            </MenuItem>
          ))}
        </PopupMenu>
      )}
    </ToolChip>
  );
}

/** The filter values that viewers may change. */
export function FilterChip(props: {
  predicates: readonly UserPredicate[];
  isSet: boolean;
  onChange: (predicate: UserPredicate, value: unknown) => void;
  onReset: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ToolChip label={t('dashboard.filters')} icon="filter" isSet={props.isSet}>
      {(close, anchor) => (
        <DialogPopover label={t('dashboard.filters')} anchor={anchor} onClose={close}>
          <Box sx={{ p: 4, display: 'grid', gap: 3, width: 320 }}>
            {props.predicates.map((predicate) => (
              <Suspense
                key={`${predicate.filterId} ${predicate.path.join('.')}`}
                fallback={<Box sx={{ height: FIELD_HEIGHT }} />}
              >
                <PredicateField predicate={predicate} onChange={(value) => props.onChange(predicate, value)} />
              </Suspense>
            ))}
            <Button onClick={props.onReset} disabled={!props.isSet}>
              {t('dashboard.resetFilters')}
            </Button>
          </Box>
        </DialogPopover>
      )}
    </ToolChip>
  );
}

/** An icon of the toolbar; a raised one stands over the widgets. */
export function ToolButton(props: { label: string; icon: IconName; raised?: boolean; onClick: () => void }) {
  return (
    <Tooltip title={props.label}>
      <IconButton
        aria-label={props.label}
        onClick={props.onClick}
        sx={
          props.raised
            ? { background: 'var(--surface)', border: '1px solid var(--line)', boxShadow: 'var(--shadow)' }
            : null
        }
      >
        <Icon name={props.icon} />
      </IconButton>
    </Tooltip>
  );
}
