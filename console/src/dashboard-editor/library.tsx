import { Box, Button, ButtonBase, IconButton, OutlinedInput, Tooltip } from '@mui/material';
import { NULL_UUID } from '@signalbox/contract/id';
import type { WidgetsBundle, WidgetTypeInfo } from '@signalbox/contract/widget';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listWidgetTypes, readWidgetTypeByAlias } from '../api/widget-types.ts';
import { useWidgetsBundles } from '../app/use-widgets-bundles.ts';
import { CardPicture, CardText } from '../controls/card-parts.tsx';
import { Icon, type IconName } from '../controls/icon.tsx';
import { Loaded } from '../controls/loaded.tsx';
import { EmptyState } from '../controls/states.tsx';
import { attempt } from '../entity-page/entity-action.ts';
import { isPictureAddress } from '../widgets/drawing/picture-address.ts';
import type { WidgetKind } from '../widgets/model.ts';
import type { LibraryType } from './model/new-widget.ts';

const KIND_ICONS: Readonly<Record<WidgetKind, IconName>> = {
  timeseries: 'chart',
  latest: 'table',
  rpc: 'devices',
  alarm: 'warning',
  static: 'profile',
};

/** Characters from which on all bundles are searched. */
const MIN_SEARCH = 2;

const KINDS = Object.keys(KIND_ICONS) as WidgetKind[];
const ALL_KINDS: ReadonlySet<WidgetKind> = new Set();

const isKind = (kind: string): kind is WidgetKind => Object.hasOwn(KIND_ICONS, kind);
const isOfSystem = ({ tenantId }: { tenantId: { id: string } }) => tenantId.id === NULL_UUID;
const matches = (search: string, ...texts: (string | null)[]) =>
  texts.some((text) => text?.toLowerCase().includes(search.trim().toLowerCase()));

function Card(props: {
  title: string;
  text: string | null;
  image: string | null;
  icon: IconName;
  note?: string;
  onClick: () => void;
}) {
  return (
    <ButtonBase
      onClick={props.onClick}
      sx={{
        display: 'grid',
        gridTemplateColumns: '72px 1fr',
        gap: 3,
        alignItems: 'center',
        textAlign: 'start',
        font: 'inherit',
        width: '100%',
        p: 2,
        border: '1px solid var(--line)',
        borderRadius: '8px',
        background: 'var(--surface)',
        '&:hover': { borderColor: 'var(--accent)' },
      }}
    >
      <CardPicture
        pictures={props.image && isPictureAddress(props.image) ? [props.image] : []}
        icon={props.icon}
        sx={{ width: 72, height: 54 }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Box dir="auto" sx={{ fontWeight: 580, overflowWrap: 'anywhere' }}>
          {props.title}
        </Box>
        {props.text && <CardText>{props.text}</CardText>}
        {props.note && <Box sx={{ fontSize: 12, color: 'text.secondary', mt: 0.5 }}>{props.note}</Box>}
      </Box>
    </ButtonBase>
  );
}

/** Which kinds of a bundle's types are shown; none is chosen: all. */
function KindFilter(props: {
  types: readonly WidgetTypeInfo[];
  chosen: ReadonlySet<WidgetKind>;
  onChange: (chosen: ReadonlySet<WidgetKind>) => void;
}) {
  const { t } = useTranslation();
  const { types, chosen } = props;
  const there = KINDS.filter((kind) => types.some(({ widgetType }) => widgetType === kind));
  const toggle = (kind: WidgetKind) => {
    const next = new Set(chosen);
    if (!next.delete(kind)) next.add(kind);
    props.onChange(next);
  };
  if (there.length < 2) return null;
  return (
    <Box
      role="group"
      aria-label={t('dashboardEditor.library.kinds')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 4, pt: 2 }}
    >
      {there.map((kind) => (
        <Button
          key={kind}
          size="small"
          variant={chosen.has(kind) ? 'contained' : 'outlined'}
          aria-pressed={chosen.has(kind)}
          onClick={() => toggle(kind)}
        >
          {t(`dashboardEditor.kind.${kind}`)}
        </Button>
      ))}
    </Box>
  );
}

/** Bundles and their types, of which one is chosen for a new widget. */
export function Library({
  onPick,
  onImport,
  onFromData,
  onLeave,
}: {
  onPick: (type: LibraryType) => void;
  onImport: () => void;
  /** Somebody wants to begin with the data. */
  onFromData: () => void;
  /** Escape, where nothing is searched. */
  onLeave: () => void;
}) {
  const { t } = useTranslation();
  /** Where the focus was before the search has taken it. */
  const [before] = useState(() => document.activeElement);
  const [search, setSearch] = useState('');
  const [bundle, setBundle] = useState<WidgetsBundle>();
  const [kinds, setKinds] = useState(ALL_KINDS);
  const bundles = useWidgetsBundles();
  const types = useQuery({
    queryKey: ['widget types', bundle?.id.id],
    queryFn: () => (bundle ? listWidgetTypes(bundle.alias, isOfSystem(bundle)) : []),
    enabled: bundle !== undefined,
  });
  const isSearched = bundle === undefined && search.trim().length >= MIN_SEARCH && bundles.data !== undefined;
  const everywhere = useQuery({
    queryKey: ['widget types', 'all', bundles.data?.map(({ id }) => id.id)],
    queryFn: async () =>
      (await Promise.all((bundles.data ?? []).map((one) => listWidgetTypes(one.alias, isOfSystem(one))))).flat(),
    enabled: isSearched,
  });
  const go = (to: WidgetsBundle | undefined) => {
    setBundle(to);
    setKinds(ALL_KINDS);
    setSearch('');
  };
  const pick = (type: WidgetTypeInfo) =>
    attempt(async () => {
      const isSystem = isOfSystem(type);
      const { descriptor } = await readWidgetTypeByAlias(type.bundleAlias, type.alias, isSystem);
      onPick({ isSystem, bundleAlias: type.bundleAlias, alias: type.alias, name: type.name, descriptor });
    });
  const typeCard = (type: WidgetTypeInfo) => (
    <Card
      key={type.id.id}
      title={type.name}
      text={type.description}
      image={type.image}
      icon={isKind(type.widgetType) ? KIND_ICONS[type.widgetType] : 'dashboards'}
      note={isKind(type.widgetType) ? t(`dashboardEditor.kind.${type.widgetType}`) : ''}
      onClick={() => pick(type)}
    />
  );
  const list = { display: 'grid', gap: 2, p: 4, pt: 2 };
  const nothing = <EmptyState icon="search" title={t('dashboardEditor.library.nothing')} />;
  return (
    <>
      <Box sx={{ px: 4, pb: 1, display: 'flex', gap: 1, alignItems: 'center' }}>
        {bundle && (
          <IconButton size="small" aria-label={t('dashboardEditor.library.back')} onClick={() => go(undefined)}>
            <Icon name="back" />
          </IconButton>
        )}
        <OutlinedInput
          key={bundle?.id.id ?? 'bundles'}
          fullWidth
          autoFocus
          size="small"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            if (search !== '') return setSearch('');
            onLeave();
            if (before instanceof HTMLElement) before.focus();
          }}
          placeholder={
            bundle
              ? t('dashboardEditor.library.searchIn', { bundle: bundle.title })
              : t('dashboardEditor.library.search')
          }
          inputProps={{ 'aria-label': t('dashboardEditor.library.search') }}
        />
        <Tooltip title={t('dashboardEditor.import.action')}>
          <IconButton size="small" aria-label={t('dashboardEditor.import.action')} onClick={onImport}>
            <Icon name="upload" />
          </IconButton>
        </Tooltip>
      </Box>
      <Box sx={{ overflowY: 'auto', flex: 1, minHeight: 0 }}>
        {bundle ? (
          <Loaded from={types} title={t('dashboardEditor.library.failed')}>
            {(all) => {
              const found = all.filter(
                ({ name, description, widgetType }) =>
                  matches(search, name, description) &&
                  (kinds.size === 0 || (isKind(widgetType) && kinds.has(widgetType))),
              );
              return (
                <>
                  <KindFilter types={all} chosen={kinds} onChange={setKinds} />
                  {found.length === 0 ? nothing : <Box sx={list}>{found.map(typeCard)}</Box>}
                </>
              );
            }}
          </Loaded>
        ) : (
          <Loaded from={bundles} title={t('dashboardEditor.library.failed')}>
            {(all) => {
              const found = all.filter(({ title, description }) => matches(search, title, description));
              const within = isSearched
                ? (everywhere.data ?? []).filter(({ name, description }) => matches(search, name, description))
                : [];
              if (found.length + within.length === 0) {
                if (!isSearched) return nothing;
                return (
                  <Loaded from={everywhere} title={t('dashboardEditor.library.failed')}>
                    {() => nothing}
                  </Loaded>
                );
              }
              return (
                <Box sx={list}>
                  {search.trim() === '' && (
                    <Card
                      title={t('dashboardEditor.fromData.start')}
                      text={t('dashboardEditor.fromData.startText')}
                      image={null}
                      icon="chart"
                      onClick={onFromData}
                    />
                  )}
                  {found.map((one) => (
                    <Card
                      key={one.id.id}
                      title={one.title}
                      text={one.description}
                      image={one.image}
                      icon="dashboards"
                      onClick={() => go(one)}
                    />
                  ))}
                  {within.map(typeCard)}
                </Box>
              );
            }}
          </Loaded>
        )}
      </Box>
    </>
  );
}
