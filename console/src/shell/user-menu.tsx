import '../theme/texts/texts.ts';
import { Box, Divider, IconButton, ListSubheader, MenuItem } from '@mui/material';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { menuOf } from '../app/pages.ts';
import { useSession } from '../app/session.ts';
import { signOut } from '../app/sign-out.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';
import { setDensity, useDensity } from '../theme/density.ts';
import { type ThemeMode, useThemeMode } from '../theme/mode.ts';
import { Identity } from './identity.tsx';

const MODES: { mode: ThemeMode; icon: IconName }[] = [
  { mode: 'light', icon: 'light' },
  { mode: 'dark', icon: 'dark' },
  { mode: 'system', icon: 'system' },
];

/** Who is signed in, appearance, shortcuts (where there are any) and sign-out. */
export function UserMenu({
  onKeys,
  identityElsewhere = false,
}: {
  onKeys?: () => void;
  /** Where there is room, the shell says who is signed in. */
  identityElsewhere?: boolean;
}) {
  const { t } = useTranslation();
  const viewer = useSession();
  const { claims, forceFullscreen } = viewer;
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { choice, setMode } = useThemeMode();
  const density = useDensity();
  const close = () => setAnchor(undefined);
  return (
    <>
      <IconButton
        aria-label={t('user.menu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" />
      </IconButton>
      <PopupMenu anchorEl={anchor ?? null} onClose={close} slotProps={{ list: { sx: { minWidth: 220 } } }}>
        <Box
          role="presentation"
          sx={{
            display: { lg: identityElsewhere ? 'none' : 'block' },
            p: '6px 16px 10px',
            borderBottom: '1px solid var(--line)',
            mb: 1,
            maxWidth: 280,
          }}
        >
          <Identity />
        </Box>
        {!claims?.isPublic &&
          menuOf(viewer, 'user').map((entry) => (
            <MenuItem
              key={entry.path}
              onClick={() => {
                close();
                void navigate(entry.path);
              }}
            >
              <Icon name={entry.icon} />
              {t(entry.name)}
            </MenuItem>
          ))}
        <ListSubheader role="presentation" sx={{ lineHeight: '30px', background: 'none' }}>
          {t('theme.theme')}
        </ListSubheader>
        {MODES.map(({ mode, icon }) => (
          <MenuItem
            key={mode}
            role="menuitemradio"
            aria-checked={choice === mode}
            selected={choice === mode}
            onClick={() => setMode(mode)}
          >
            <Icon name={icon} />
            {t(`theme.${mode}`)}
          </MenuItem>
        ))}
        <ListSubheader role="presentation" sx={{ lineHeight: '30px', background: 'none' }}>
          {t('density.density')}
        </ListSubheader>
        {(['compact', 'comfortable'] as const).map((name) => (
          <MenuItem
            key={name}
            role="menuitemradio"
            aria-checked={density === name}
            selected={density === name}
            onClick={() => setDensity(name)}
          >
            <Icon name={name === 'compact' ? 'density' : 'menu'} />
            {t(`density.${name}`)}
          </MenuItem>
        ))}
        <Divider />
        {/* Who is held to dashboards may open no other page than these and the profile. */}
        {!forceFullscreen && (
          <MenuItem
            onClick={() => {
              close();
              void navigate('/help');
            }}
          >
            <Icon name="help" />
            {t('helpPage.title')}
          </MenuItem>
        )}
        {onKeys && (
          <MenuItem
            onClick={() => {
              // The focus is back on the button first: the sheet returns there.
              flushSync(close);
              onKeys();
            }}
          >
            <Icon name="keyboard" />
            {t('keys.title')}
          </MenuItem>
        )}
        {!claims?.isPublic && (
          <MenuItem
            onClick={() => {
              close();
              void signOut();
            }}
          >
            <Icon name="logout" />
            {t('user.signOut')}
          </MenuItem>
        )}
      </PopupMenu>
    </>
  );
}
