import './texts/texts.ts';
import { Box, IconButton, MenuItem } from '@mui/material';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';
import type { DataKey } from '../widgets/model.ts';

const PLAIN = { border: 0, background: 'none', font: 'inherit', color: 'inherit', cursor: 'pointer', p: 0 } as const;

/** A key as a chip: its colour and label, which open its settings; it is moved by dragging, by keys or by its menu. */
export function KeyChip(props: {
  dataKey: DataKey;
  index: number;
  count: number;
  isDragged: boolean;
  isFixed: boolean;
  handle: { onPointerDown: (event: PointerEvent) => void };
  onEdit: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { dataKey, index, count, isFixed, onMove } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = dataKey.label || dataKey.name;
  const kind = t(`source.keyKinds.${dataKey.type}`);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (event.altKey && step !== undefined) {
      event.preventDefault();
      const turned = event.key.startsWith('ArrowL') || event.key.startsWith('ArrowR') ? document.dir === 'rtl' : false;
      onMove(index + (turned ? -step : step));
    } else if (event.key === 'Delete' && !isFixed) {
      event.preventDefault();
      props.onRemove();
    }
  };
  const move = (to: number) => {
    setAnchor(null);
    onMove(to);
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        maxWidth: '100%',
        minHeight: 28,
        border: '1px solid var(--line)',
        borderRadius: '14px',
        background: props.isDragged ? 'var(--accent-soft)' : 'var(--surface)',
        fontSize: 13,
      }}
    >
      {count > 1 && (
        <Box
          data-control="drag"
          title={t('source.drag')}
          {...props.handle}
          sx={{
            paddingInlineStart: '6px',
            py: '6px',
            cursor: 'grab',
            touchAction: 'none',
            color: 'text.disabled',
            lineHeight: 0,
          }}
        >
          <Icon name="drag" size={14} />
        </Box>
      )}
      <Box
        component="button"
        type="button"
        data-key={index}
        aria-label={t('source.editKey', { name: label, kind })}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        title={dataKey.name === label ? kind : `${dataKey.name} · ${kind}`}
        onClick={props.onEdit}
        onKeyDown={press}
        sx={{
          ...PLAIN,
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1.5,
          minWidth: 0,
          minHeight: 26,
          paddingInlineStart: '8px',
          borderRadius: '13px',
        }}
      >
        <Box
          component="span"
          aria-hidden="true"
          sx={{
            flex: 'none',
            width: 10,
            height: 10,
            borderRadius: '50%',
            border: '1px solid var(--line)',
            backgroundColor: dataKey.color ?? 'transparent',
          }}
        />
        <Box component="bdi" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      </Box>
      {count > 1 && (
        <IconButton
          size="small"
          aria-label={t('source.moveKey', { name: label })}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ p: '5px' }}
        >
          <Icon name="more" size={14} />
        </IconButton>
      )}
      {isFixed ? (
        <Box sx={{ width: 8 }} />
      ) : (
        <IconButton
          size="small"
          aria-label={t('source.removeKey', { name: label })}
          onClick={props.onRemove}
          sx={{ p: '5px' }}
        >
          <Icon name="close" size={14} />
        </IconButton>
      )}
      {anchor && (
        <PopupMenu anchorEl={anchor} onClose={() => setAnchor(null)}>
          <MenuItem disabled={index === 0} onClick={() => move(index - 1)}>
            {t('source.moveEarlier')}
          </MenuItem>
          <MenuItem disabled={index === count - 1} onClick={() => move(index + 1)}>
            {t('source.moveLater')}
          </MenuItem>
          <MenuItem disabled={index === 0} onClick={() => move(0)}>
            {t('source.moveFirst')}
          </MenuItem>
        </PopupMenu>
      )}
    </Box>
  );
}
