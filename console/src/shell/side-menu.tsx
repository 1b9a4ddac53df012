import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import type { MenuEntry } from '../app/page-manifest.ts';
import { Brand } from '../controls/brand.tsx';
import { Copyright } from '../controls/copyright.tsx';
import { Icon } from '../controls/icon.tsx';
import { Identity } from './identity.tsx';

/** The menu beside the page: brand, entries, who is signed in, and whose work this is. */
export function SideMenu({ entries }: { entries: readonly MenuEntry[] }) {
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
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => (
          <Box component="li" key={entry.path} sx={{ mb: '2px' }}>
            <Box
              component={NavLink}
              to={entry.path}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2.5,
                p: '8px 10px',
                borderRadius: '6px',
                color: 'text.secondary',
                textDecoration: 'none',
                '&:hover': { background: 'var(--line-2)' },
                '&.active': { background: 'var(--accent-soft)', color: 'var(--accent-text)', fontWeight: 550 },
              }}
            >
              <Icon name={entry.icon} />
              {t(entry.name)}
            </Box>
          </Box>
        ))}
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
