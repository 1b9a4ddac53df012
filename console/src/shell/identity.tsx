import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.ts';
import { displayName } from '../app/session-state.ts';

/** Keys of the roles in words. */
export const ROLE_KEYS = {
  SYS_ADMIN: 'user.sys-admin',
  TENANT_ADMIN: 'user.tenant-admin',
  CUSTOMER_USER: 'user.customer',
  ANONYMOUS: 'user.anonymous',
} as const;

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Two letters for the round sign of a user. */
function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean);
  return ((words[0]?.[0] ?? '') + (words[1]?.[0] ?? '')).toUpperCase();
}

/**
 * Who is signed in: sign, name and role.
 * @param oneLine where there is room for one line alone, a long name is cut
 */
export function Identity({ oneLine = false }: { oneLine?: boolean }) {
  const { t } = useTranslation();
  const { user, authority } = useSession();
  const role = t(ROLE_KEYS[authority]);
  const name = user ? displayName(user) : role;
  return (
    <Box sx={{ display: 'flex', gap: 2.5, alignItems: 'center', minWidth: 0 }}>
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
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', lineHeight: '18px' }}>
        <Box sx={oneLine ? CUT : undefined} title={oneLine ? name : undefined}>
          {name}
        </Box>
        <Box sx={{ color: 'text.disabled', fontSize: 12, lineHeight: '16px' }}>{role}</Box>
      </Box>
    </Box>
  );
}
