import { Box } from '@mui/material';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { displayName, useSession } from '../app/session.ts';
import { Brand } from '../controls/brand.tsx';
import { Icon } from '../controls/icon.tsx';
import type { MenuEntry } from './menu.ts';

const ROLE_KEYS = {
  SYS_ADMIN: 'user.sys-admin',
  TENANT_ADMIN: 'user.tenant-admin',
  CUSTOMER_USER: 'user.customer',
  ANONYMOUS: 'user.anonymous',
} as const;

/** Two letters for the round sign of a user. */
export function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean);
  return ((words[0]?.[0] ?? '') + (words[1]?.[0] ?? '')).toUpperCase();
}

/** The menu beside the page: brand, entries under their headings, and who is signed in. */
export function SideMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation();
  const { user, authority } = useSession();
  const groups = [...new Set(entries.map((entry) => entry.group))];
  const name = user ? displayName(user) : t(ROLE_KEYS[authority]);
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
      {groups.map((group) => (
        <Fragment key={group ?? ''}>
          {group && (
            <Box
              aria-hidden="true"
              sx={{
                fontSize: 11,
                letterSpacing: '0.04em',
                textTransform: 'uppercase',
                color: 'text.disabled',
                p: '14px 10px 4px',
              }}
            >
              {t(group)}
            </Box>
          )}
          <Box component="ul" aria-label={t(group ?? 'menu.main')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
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
        </Fragment>
      ))}
      <Box
        sx={{
          mt: 'auto',
          display: 'flex',
          gap: 2.5,
          alignItems: 'center',
          p: 2.5,
          borderTop: '1px solid var(--line)',
        }}
      >
        <Box
          aria-hidden="true"
          sx={{
            width: 28,
            height: 28,
            flex: 'none',
            borderRadius: '50%',
            background: 'var(--accent-soft)',
            color: 'var(--accent-text)',
            display: 'grid',
            placeItems: 'center',
            fontWeight: 600,
            fontSize: 12,
          }}
        >
          {initials(name)}
        </Box>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
          <Box sx={{ color: 'text.disabled', fontSize: 12, lineHeight: '16px' }}>{t(ROLE_KEYS[authority])}</Box>
        </Box>
      </Box>
    </Box>
  );
}
