import { Box, Link as TextLink } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link, useMatches } from 'react-router';
import { useCrumbTitle } from '../app/crumb-title.ts';
import type { PageHandle } from '../app/page-handle.ts';

/** Where the person is: earlier crumbs are links (hidden on phones), the last is the page. */
export function Crumbs() {
  const { t } = useTranslation();
  const matches = useMatches();
  const title = useCrumbTitle();
  const handle = matches.findLast((match) => match.handle)?.handle as PageHandle | undefined;
  if (!handle) return null;
  const parents = handle.crumb ? [handle.crumb] : [];
  return (
    <Box component="nav" aria-label={t('menu.crumbs')} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box
        component="ol"
        sx={{ display: 'flex', gap: 2, alignItems: 'center', whiteSpace: 'nowrap', listStyle: 'none', m: 0, p: 0 }}
      >
        {parents.map((crumb) => (
          <Box
            component="li"
            key={crumb.label}
            sx={{ display: { xs: 'none', sm: 'flex' }, gap: 2, color: 'text.secondary' }}
          >
            <TextLink component={Link} to={crumb.to} underline="hover" color="inherit">
              {t(crumb.label)}
            </TextLink>
            <span aria-hidden="true">›</span>
          </Box>
        ))}
        <Box component="li" aria-current="page" sx={{ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {title ?? (handle.title ? t(handle.title) : '')}
        </Box>
      </Box>
    </Box>
  );
}
