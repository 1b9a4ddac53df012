import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { displayName, useSession } from '../../app/session.ts';

/** The first page after signing in. */
export function HomePage() {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <Box sx={{ flex: 1, overflow: 'auto', p: { xs: 3, sm: 5 } }}>
      <Box component="h1" sx={{ typography: 'h1', m: 0 }}>
        {user ? t('home.welcome', { name: displayName(user) }) : t('home.home')}
      </Box>
    </Box>
  );
}
