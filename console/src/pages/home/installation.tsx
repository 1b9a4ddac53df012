import { Box, Link as TextLink } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getTenantInfos, getTenantProfiles } from '../../api/tenants.ts';
import { HomeLayout } from './layout.tsx';
import { Newest } from './newest.tsx';
import { NEWEST, ONE, problemOf } from './queries.ts';
import { Tile } from './tile.tsx';

/** For the system administrator: the tenants of this installation and the first step. */
export function Installation() {
  const { t } = useTranslation();
  const tenants = useQuery({ queryKey: ['tenants', 'newest'], queryFn: () => getTenantInfos(NEWEST) });
  const profiles = useQuery({ queryKey: ['tenantProfiles', 'count'], queryFn: () => getTenantProfiles(ONE) });
  return (
    <>
      <Box component="p" sx={{ color: 'text.secondary', m: '0 0 14px' }}>
        {t('home.systemText')}
      </Box>
      <HomeLayout
        tiles={
          <>
            <Tile
              to="/tenants"
              icon="tenants"
              label={t('tenant.tenants')}
              value={tenants.data?.totalElements}
              problem={problemOf(tenants)}
            />
            <Tile
              to="/tenantProfiles"
              icon="profile"
              label={t('home.tenantProfiles')}
              value={profiles.data?.totalElements}
              problem={problemOf(profiles)}
            />
          </>
        }
        quick={[{ to: '/tenants?add=true', label: t('home.addTenant'), icon: 'add' }]}
        lists={
          <Newest
            title={t('home.recentTenants')}
            to="/tenants"
            query={tenants}
            empty={t('home.noTenants')}
            rowOf={(tenant) => ({
              id: tenant.id.id,
              to: `/tenants/${tenant.id.id}`,
              name: tenant.title,
              note: (
                <TextLink component={Link} to={`/tenants/${tenant.id.id}/users`} color="var(--accent-text)">
                  {t('home.manageAdministrators')}
                  <span className="visually-hidden"> ({tenant.title})</span>
                </TextLink>
              ),
            })}
          />
        }
      />
    </>
  );
}
