import { Box, Button, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PopupMenu } from '../../controls/popup-menu.tsx';

/** What can be put on a map that is not there yet. */
export interface Placeable {
  key: string;
  text: string;
  run: () => void;
}

/** The button that puts things on a map, in its corner. */
export function PlaceMenu({ things }: { things: readonly Placeable[] }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (things.length === 0) return null;
  const close = () => setAnchor(null);
  return (
    <Box sx={{ position: 'absolute', top: 10, insetInlineEnd: 10 }}>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          background: 'var(--surface)',
          boxShadow: 'var(--shadow-2)',
          '&:hover': { background: 'var(--surface-2)' },
        }}
      >
        {t('map.place')}
      </Button>
      <PopupMenu anchorEl={anchor} onClose={close}>
        {things.map(({ key, text, run }) => (
          <MenuItem
            key={key}
            onClick={() => {
              close();
              run();
            }}
          >
            {text}
          </MenuItem>
        ))}
      </PopupMenu>
    </Box>
  );
}

/** A word at the foot of a map. */
export function MapNote({ text }: { text: string }) {
  return (
    <Box
      role="status"
      sx={{
        ...{ position: 'absolute', bottom: 26, left: 10, maxWidth: 'calc(100% - 20px)', px: 2, py: 0.5 },
        ...{ fontSize: 12, color: 'text.secondary', background: 'var(--surface)', border: '1px solid var(--line)' },
        borderRadius: '6px',
        pointerEvents: 'none',
      }}
    >
      {text}
    </Box>
  );
}
