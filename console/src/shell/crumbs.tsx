import './texts/texts.ts';
import { Box, Link as TextLink } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatches } from 'react-router';
import { nameOfEntity } from '../api/entity-kinds.ts';
import { useCrumbTitle } from '../app/crumb-title.ts';
import type { PageHandle } from '../app/page-handle.ts';
import type { ReadNamed } from '../app/page-manifest.ts';
import { iconOf } from '../app/pages.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { kindAt, type ParentCrumb, parentCrumbs } from './parent-crumbs.ts';

/** What the place at `to` is called; while it is not known, dots. */
function Named({ to, read }: { to: string; read: () => ReturnType<ReadNamed> }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery({ queryKey: ['crumb', to], queryFn: read, select: nameOfEntity });
  return data || (isPending ? '…' : t('menu.unnamed'));
}

/** The name of an entity above the page. */
function EntityName({ path, id }: { path: string; id: string }) {
  const kind = kindAt(path);
  const read = async () => (kind ? await kind.read(id) : {});
  return <Named to={`${path}/${id}`} read={read} />;
}

function Parent({ crumb }: { crumb: ParentCrumb }) {
  const { t } = useTranslation();
  return (
    <Box component="li" sx={{ display: { xs: 'none', sm: 'flex' }, gap: 2, color: 'text.secondary', minWidth: 0 }}>
      <TextLink
        component={Link}
        to={crumb.to}
        underline="hover"
        color="inherit"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}
      >
        {crumb.icon && <Icon name={crumb.icon} size={16} />}
        <Box component="span" dir="auto" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: 200 }}>
          {'entity' in crumb && <EntityName {...crumb.entity} />}
          {'read' in crumb && <Named to={crumb.to} read={crumb.read} />}
          {'label' in crumb && t(crumb.label)}
        </Box>
      </TextLink>
      <span aria-hidden="true">›</span>
    </Box>
  );
}

/** Where the person is: earlier crumbs are links (hidden on phones), the last is the page. */
export function Crumbs() {
  const { t } = useTranslation();
  const matches = useMatches();
  const title = useCrumbTitle();
  const { pathname } = useLocation();
  const parents = useMemo(() => parentCrumbs(pathname), [pathname]);
  const handle = matches.findLast((match) => match.handle)?.handle as PageHandle | undefined;
  if (!handle) return null;
  const label = handle.crumb ?? handle.title;
  const icon = iconOf(pathname) ?? iconOf(`/${pathname.split('/')[1]}`);
  return <CrumbTrail parents={parents} icon={icon} current={title ?? (label ? t(label) : '')} />;
}

/** Crumbs one after the other; the icon is that of the page, where it has nothing before it. */
export function CrumbTrail(props: { parents: readonly ParentCrumb[]; icon?: IconName | undefined; current: string }) {
  const { t } = useTranslation();
  const { parents, icon } = props;
  return (
    <Box component="nav" aria-label={t('menu.crumbs')} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box
        component="ol"
        sx={{ display: 'flex', gap: 2, alignItems: 'center', whiteSpace: 'nowrap', listStyle: 'none', m: 0, p: 0 }}
      >
        {parents.map((crumb) => (
          <Parent key={crumb.to} crumb={crumb} />
        ))}
        <Box
          component="li"
          aria-current="page"
          sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontWeight: 600, minWidth: 0 }}
        >
          {parents.length === 0 && icon && <Icon name={icon} size={16} />}
          <Box component="span" dir="auto" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {props.current}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}
