import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { areasOf } from '../../app/places/places.ts';
import { useSession } from '../../app/session.ts';
import { Icon } from '../../controls/icon.tsx';
import { card } from './card.ts';

/** Where one can go, by area, as the manifests of the pages say. */
export function Places() {
  const { t } = useTranslation();
  const viewer = useSession();
  return (
    <Box component="nav" aria-label={t('home.places')} sx={{ ...card, p: '4px 8px 8px' }}>
      {areasOf(viewer).map(({ section, name, places }) => (
        <Box component="section" key={section} aria-labelledby={`home-${section}`}>
          <Box
            component="h2"
            id={`home-${section}`}
            sx={{ fontSize: 12, fontWeight: 550, color: 'text.secondary', m: 0, p: '10px 8px 2px' }}
          >
            {t(name)}
          </Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {places.map((place) => (
              <li key={place.path}>
                <Box
                  component={Link}
                  to={place.path}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 2.5,
                    p: '6px 8px',
                    borderRadius: '6px',
                    color: 'text.primary',
                    textDecoration: 'none',
                    '&:hover': { background: 'var(--line-2)' },
                  }}
                >
                  <Box component="span" sx={{ color: 'text.secondary', display: 'flex' }}>
                    <Icon name={place.icon} />
                  </Box>
                  {t(place.name)}
                </Box>
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
