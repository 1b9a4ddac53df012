import { Box } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import type { MenuEntry, MenuGroup } from '../app/page-manifest.ts';
import type { MenuItem } from '../app/pages.ts';
import { Brand } from '../controls/brand.tsx';
import { Copyright } from '../controls/copyright.tsx';
import { Icon } from '../controls/icon.tsx';
import { Identity } from './identity.tsx';

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;

const LINE = {
  display: 'flex',
  alignItems: 'center',
  gap: 2.5,
  width: '100%',
  p: '8px 10px',
  borderRadius: '6px',
  color: 'text.secondary',
  textDecoration: 'none',
  '&:hover': { background: 'var(--line-2)' },
  '&.active': { background: 'var(--accent-soft)', color: 'var(--accent-text)', fontWeight: 550 },
} as const;

function Entry({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation();
  return (
    <Box component="li" sx={{ mb: '2px' }}>
      <Box component={NavLink} to={entry.path} sx={LINE}>
        <Icon name={entry.icon} />
        {t(entry.name)}
      </Box>
    </Box>
  );
}

/** Entries under a common name: open while one of them is, and when its user wants. */
function Group({ group, entries }: { group: MenuGroup; entries: readonly MenuEntry[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isActive = pathname === group.path || pathname.startsWith(`${group.path}/`);
  const [isOpen, setOpen] = useState(isActive);
  const listId = useId();
  useEffect(() => {
    if (isActive) setOpen(true);
  }, [isActive]);
  return (
    <Box component="li" sx={{ mb: '2px' }}>
      <Box
        component="button"
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        sx={{ ...LINE, border: 0, background: 'none', font: 'inherit', textAlign: 'start', cursor: 'pointer' }}
      >
        <Icon name={group.icon} />
        {t(group.name)}
        <Box component="span" sx={{ marginInlineStart: 'auto', display: 'flex' }}>
          <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
        </Box>
      </Box>
      <Box component="ul" id={listId} hidden={!isOpen} sx={{ ...LIST, mt: '2px', paddingInlineStart: 5 }}>
        {entries.map((entry) => (
          <Entry key={entry.path} entry={entry} />
        ))}
      </Box>
    </Box>
  );
}

/** The menu beside the page: brand, entries, who is signed in, and whose work this is. */
export function SideMenu({ items }: { items: readonly MenuItem[] }) {
  const { t } = useTranslation();
  return (
    <Box
      component="nav"
      aria-label={t('menu.main')}
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        gap: '2px',
        p: '12px 8px',
        background: 'var(--surface)',
        borderInlineEnd: '1px solid var(--line)',
        overflowY: 'auto',
      }}
    >
      <Box component={Link} to="/home" sx={{ color: 'inherit', textDecoration: 'none', pb: 2.5 }}>
        <Brand />
      </Box>
      <Box component="ul" sx={LIST}>
        {items.map((item) =>
          'group' in item ? (
            <Group key={item.group.path} {...item} />
          ) : (
            <Entry key={item.entry.path} entry={item.entry} />
          ),
        )}
      </Box>
      <Box component="footer" sx={{ mt: 'auto', p: 2.5, borderTop: '1px solid var(--line)' }}>
        <Identity />
        <Box sx={{ mt: 2.5, color: 'text.disabled', fontSize: 12, lineHeight: '16px' }}>
          <Copyright />
        </Box>
      </Box>
    </Box>
  );
}
