import { Box, Drawer, useMediaQuery } from '@mui/material';
import { entityQueryRoutes } from '@signalbox/contract/entity-query';
import { systemRoutes } from '@signalbox/contract/system';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../api/client.ts';
import { useSession } from '../app/session.ts';
import { Icon } from '../controls/icon.tsx';
import { locale } from '../i18n/i18n.ts';
import type { TimeWindow } from '../time-window/model.ts';
import { completeTimeWindow, usableMaxDatapoints } from '../time-window/model.ts';
import { TimeWindowChip } from '../time-window/time-window-chip.tsx';
import { zoomedTimeWindow } from '../time-window/zoom.ts';
import type { ActionDescriptor, DataEntity } from '../widgets/model.ts';
import { aliasInfo } from './aliases.ts';
import type { DashboardConfiguration } from './configuration.ts';
import { DashboardContext, type DashboardInUse } from './dashboard-context.ts';
import { DashboardGrid } from './dashboard-grid.tsx';
import { ChipMenu, FilterChip, ToolButton } from './dashboard-toolbar.tsx';
import { flatKeyFilters, userPredicates, withUserValue } from './key-filters.ts';
import {
  decodedSteps,
  encodedSteps,
  needsAddress,
  paramsForEntity,
  type StateStep,
  stateName,
  withOpened,
  withUpdated,
} from './states.ts';
import { isOn, upgradedConfiguration } from './upgrade.ts';

export interface DashboardViewProps {
  dashboard: { id: { id: string }; title: string; configuration: unknown };
  /** Fills the window without the shell. */
  singlePage: boolean;
  hideToolbar: boolean;
  embedded: boolean;
  onExport: () => void;
  /** Other dashboards to change to; undefined while loading. */
  dashboards: readonly { id: { id: string }; title: string }[] | undefined;
  onOpenDashboard: (id: string, newTab: boolean, state?: string) => void;
}

/** A dashboard to look at: toolbar, states, time window, widgets. */
export function DashboardView(props: DashboardViewProps) {
  const { t } = useTranslation();
  const { dashboard } = props;
  const { configuration, id } = dashboard;
  const upgraded = useMemo(
    () => upgradedConfiguration(configuration, dashboard.title),
    [configuration, dashboard.title],
  );
  const [fullScreen, setFullScreen] = useState(false);
  const serverTime = useQuery({
    queryKey: ['server time'],
    queryFn: async () => {
      const before = Date.now();
      const time = await call(systemRoutes.getServerTime, {}, { ignoreErrors: true, ignoreLoading: true });
      return Math.ceil(time - (before + Date.now()) / 2);
    },
    staleTime: 10 * 60_000,
    retry: false,
  });
  if (serverTime.isPending) return null;
  return (
    <Box
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        background: 'var(--bg)',
        ...(fullScreen ? { position: 'fixed', inset: 0, zIndex: 'drawer' } : {}),
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && fullScreen && event.target === event.currentTarget) setFullScreen(false);
      }}
    >
      <OpenDashboard
        // Another dashboard begins anew.
        key={id.id}
        {...props}
        upgraded={upgraded}
        stDiff={serverTime.data ?? 0}
        fullScreen={fullScreen}
        onFullScreen={() => {
          const next = !fullScreen;
          setFullScreen(next);
          if (next) void document.documentElement.requestFullscreen?.().catch(() => undefined);
          else if (document.fullscreenElement) void document.exitFullscreen();
        }}
        fullScreenLabel={t(fullScreen ? 'dashboard.leaveFullScreen' : 'dashboard.fullScreen')}
      />
    </Box>
  );
}

function OpenDashboard(
  props: DashboardViewProps & {
    upgraded: DashboardConfiguration;
    stDiff: number;
    fullScreen: boolean;
    onFullScreen: () => void;
    fullScreenLabel: string;
  },
) {
  const { t } = useTranslation();
  const { upgraded, onOpenDashboard } = props;
  const { settings, states, entityAliases } = upgraded;
  const session = useSession();
  const navigate = useNavigate();
  const isMobile = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const [address, setAddress] = useSearchParams();
  const [rightOpen, setRightOpen] = useState(false);
  const [picked, setPicked] = useState<Readonly<Record<string, { entityType: string; id: string; name: string }>>>({});
  const [filters, setFilters] = useState(upgraded.filters);
  const maxDatapoints = usableMaxDatapoints(session.maxDatapointsLimit);

  const controller = settings.stateControllerId;
  const stateText = address.get('state');
  const steps = useMemo(() => decodedSteps(stateText, states, controller), [stateText, states, controller]);
  const current = steps.at(-1) as StateStep;
  const state = states[current.id];

  const setSteps = useCallback(
    (next: StateStep[], replace = false) => {
      setAddress(
        (now) => {
          const changed = new URLSearchParams(now);
          if (needsAddress(next, states, controller)) changed.set('state', encodedSteps(next));
          else changed.delete('state');
          return changed;
        },
        { replace },
      );
    },
    [setAddress, states, controller],
  );

  // The time window that the viewer chose stands in the address, so that a reload or a shared link keeps it.
  const windowText = address.get('timeWindow');
  const stored = useMemo(
    () => completeTimeWindow(upgraded.timewindow, Date.now(), maxDatapoints),
    [upgraded.timewindow, maxDatapoints],
  );
  const timeWindow = useMemo<TimeWindow>(() => {
    try {
      if (windowText)
        return completeTimeWindow({ ...stored, ...(JSON.parse(windowText) as TimeWindow) }, Date.now(), maxDatapoints);
    } catch {
      // An address that somebody mangled shows the dashboard's own window.
    }
    return stored;
  }, [windowText, stored, maxDatapoints]);
  const setTimeWindow = useCallback(
    (window: TimeWindow | null) => {
      setAddress(
        (now) => {
          const changed = new URLSearchParams(now);
          if (window) {
            const { selectedTab, realtime, history, aggregation, timezone } = window;
            const section = selectedTab === 0 ? { realtime } : { history };
            changed.set('timeWindow', JSON.stringify({ selectedTab, ...section, aggregation, timezone }));
          } else changed.delete('timeWindow');
          return changed;
        },
        { replace: true },
      );
    },
    [setAddress],
  );

  const viewer = useMemo(
    () => ({
      tenantId: session.claims?.tenantId ?? '',
      customerId: session.authority === 'CUSTOMER_USER' ? (session.claims?.customerId ?? null) : null,
      userId: session.claims?.userId ?? '',
    }),
    [session.claims, session.authority],
  );

  const inUse = useMemo<DashboardInUse>(() => {
    const openState = (action: ActionDescriptor, entity: DataEntity | null) => {
      const named =
        entity && action.setEntityId !== false
          ? {
              entityId: { entityType: entity.entityType, id: entity.id },
              entityName: entity.name,
              entityLabel: entity.label,
            }
          : null;
      return paramsForEntity(current.params, named, action.stateEntityParamName);
    };
    return {
      timeWindow,
      zoom: (start, end) => setTimeWindow(zoomedTimeWindow(timeWindow, start, end, undefined, maxDatapoints)),
      resetZoom: () => setTimeWindow(null),
      alias: (id) => {
        const alias = entityAliases[id];
        return alias ? aliasInfo(alias, current.params, viewer, picked[id]) : undefined;
      },
      keyFilters: (filterId) => (filterId ? flatKeyFilters(filters[filterId]) : []),
      runAction: (action, entity) => {
        const target = action.targetDashboardStateId ?? undefined;
        if (action.type === 'openDashboardState' && target && states[target]) {
          setSteps(withOpened(steps, { id: target, params: openState(action, entity) }, controller));
          setRightOpen(action.openRightLayout === true);
        } else if (action.type === 'updateDashboardState') {
          setSteps(withUpdated(steps, target && states[target] ? target : undefined, openState(action, entity)));
        } else if (action.type === 'openDashboard' && action.targetDashboardId) {
          const params = openState(action, entity);
          const first = { ...(target ? { id: target } : {}), params } as StateStep;
          onOpenDashboard(action.targetDashboardId, action.openNewBrowserTab === true, encodedSteps([first]));
        }
      },
      environment: { stDiff: props.stDiff, maxDatapoints, locale },
      isMobile,
    };
  }, [
    timeWindow,
    setTimeWindow,
    maxDatapoints,
    entityAliases,
    current,
    viewer,
    picked,
    filters,
    states,
    setSteps,
    steps,
    controller,
    onOpenDashboard,
    props.stDiff,
    isMobile,
  ]);

  const pickable = Object.values(entityAliases).filter(
    (alias) =>
      alias.filter.resolveMultiple !== true &&
      alias.filter.type !== 'singleEntity' &&
      alias.filter.type !== 'stateEntity',
  );
  const predicates = useMemo(() => userPredicates(filters), [filters]);
  const toolbar = !props.hideToolbar && settings.hideToolbar !== true;
  const { main, right } = state?.layouts ?? {};
  const showsCrumbs = controller !== 'default' && steps.length > 1;
  const stateIds = Object.keys(states);

  return (
    <DashboardContext value={inUse}>
      {toolbar && (
        <Box
          role="toolbar"
          aria-label={t('dashboard.toolbar')}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            px: { xs: 3, sm: 5 },
            pt: 2.5,
            minHeight: 40,
            flex: 'none',
            flexWrap: { sm: 'wrap' },
            overflow: 'hidden',
          }}
        >
          {settings.showTitle === true && (
            <Box component="h1" sx={{ typography: 'h2', m: 0, whiteSpace: 'nowrap' }}>
              {props.dashboard.title}
            </Box>
          )}
          {showsCrumbs && (
            <StateCrumbs steps={steps} states={states} onGo={(index) => setSteps(steps.slice(0, index + 1))} />
          )}
          {controller === 'default' && stateIds.length > 1 && (
            <ChipMenu
              label={stateName(current, states)}
              items={stateIds}
              idOf={(id) => id}
              nameOf={(id) => stateName({ id, params: {} }, states)}
              selected={current.id}
              onPick={(id) => setSteps([{ id, params: {} }])}
            />
          )}
          {isOn(settings.showDashboardTimewindow) && (
            <TimeWindowChip
              value={timeWindow}
              onChange={setTimeWindow}
              aggregation
              timezone
              maxDatapoints={maxDatapoints}
            />
          )}
          {isOn(settings.showEntitiesSelect) &&
            pickable.map((alias) => (
              <AliasChip
                key={alias.id}
                name={alias.alias}
                filter={alias.filter}
                picked={picked[alias.id]}
                onPick={(entity) => setPicked({ ...picked, [alias.id]: entity })}
              />
            ))}
          {isOn(settings.showFilters) && predicates.length > 0 && (
            <FilterChip
              predicates={predicates}
              isSet={filters !== upgraded.filters}
              onChange={(predicate, value) => {
                const filter = filters[predicate.filterId];
                if (filter && value !== predicate.value)
                  setFilters({ ...filters, [filter.id]: withUserValue(filter, predicate.path, value) });
              }}
              onReset={() => setFilters(upgraded.filters)}
            />
          )}
          <Box sx={{ flex: 1 }} />
          <Box sx={{ display: 'flex', gap: 1, flex: 'none' }}>
            {!props.embedded && !session.claims?.isPublic && isOn(settings.showDashboardsSelect) && !isMobile && (
              <ChipMenu
                label={props.dashboard.title}
                icon="dashboards"
                items={props.dashboards}
                idOf={(item) => item.id.id}
                nameOf={(item) => item.title}
                selected={props.dashboard.id.id}
                onPick={(item) => onOpenDashboard(item.id.id, false)}
              />
            )}
            {isMobile && right && (
              <ToolButton label={t('dashboard.rightLayout')} icon="menu" onClick={() => setRightOpen(!rightOpen)} />
            )}
            {isOn(settings.showDashboardExport) && !isMobile && (
              <ToolButton label={t('dashboard.export')} icon="download" onClick={props.onExport} />
            )}
            {!props.singlePage && !props.embedded && !isMobile && (
              <ToolButton
                label={props.fullScreenLabel}
                icon={props.fullScreen ? 'fullscreenExit' : 'fullscreen'}
                onClick={props.onFullScreen}
              />
            )}
            {props.singlePage && !props.embedded && !session.forceFullscreen && (
              <ToolButton
                label={t('dashboard.openInConsole')}
                icon="back"
                onClick={() => void navigate(`/dashboards/${props.dashboard.id.id}${window.location.search}`)}
              />
            )}
          </Box>
        </Box>
      )}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', px: { xs: 0.5, sm: 2.5 } }}>
        {main && (
          <DashboardGrid key={`main ${current.id}`} layout={main} widgets={upgraded.widgets} isMobile={isMobile} />
        )}
        {right && !isMobile && (
          <DashboardGrid key={`right ${current.id}`} layout={right} widgets={upgraded.widgets} isMobile={false} />
        )}
        {right && isMobile && (
          <Drawer
            anchor="right"
            open={rightOpen}
            onClose={() => setRightOpen(false)}
            slotProps={{ paper: { sx: { width: '100%', background: 'var(--bg)' } } }}
          >
            <Box sx={{ display: 'flex', justifyContent: 'flex-end', p: 1 }}>
              <ToolButton label={t('action.close')} icon="close" onClick={() => setRightOpen(false)} />
            </Box>
            <DashboardGrid layout={right} widgets={upgraded.widgets} isMobile />
          </Drawer>
        )}
      </Box>
    </DashboardContext>
  );
}

/** The way through the states; each step leads back to itself. */
function StateCrumbs(props: {
  steps: readonly StateStep[];
  states: DashboardConfiguration['states'];
  onGo: (index: number) => void;
}) {
  const { t } = useTranslation();
  const last = props.steps.length - 1;
  return (
    <Box component="nav" aria-label={t('dashboard.states')} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box
        component="ol"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, m: 0, p: 0, listStyle: 'none', whiteSpace: 'nowrap' }}
      >
        {props.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same state may stand here twice
          <Box component="li" key={index} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            {index > 0 && <Icon name="chevronRight" size={14} />}
            {index === last ? (
              <Box component="b" aria-current="step" sx={{ fontWeight: 600 }}>
                {stateName(step, props.states)}
              </Box>
            ) : (
              <Box
                component="button"
                type="button"
                onClick={() => props.onGo(index)}
                sx={{
                  font: 'inherit',
                  minHeight: 28,
                  border: 0,
                  background: 'none',
                  color: 'var(--accent-text)',
                  cursor: 'pointer',
                  p: 0,
                }}
              >
                {stateName(step, props.states)}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Chooses which of the matching entities an alias stands for. */
function AliasChip(props: {
  name: string;
  filter: Readonly<Record<string, unknown>>;
  picked: { id: string; name: string } | undefined;
  onPick: (entity: { entityType: string; id: string; name: string }) => void;
}) {
  const found = useQuery({
    queryKey: ['alias entities', props.filter],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const body = {
        entityFilter: props.filter,
        pageLink: {
          pageSize: 100,
          page: 0,
          sortOrder: { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' },
        },
        entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
        latestValues: [],
        keyFilters: [],
      };
      const page = await call(
        entityQueryRoutes.findEntitiesByQuery,
        { body: body as never },
        { ignoreErrors: true, ignoreLoading: true },
      );
      return page.data.map((row) => ({
        ...row.entityId,
        name: (row.latest as Record<string, Record<string, { value: string }>>).ENTITY_FIELD?.name?.value ?? '',
      }));
    },
  });
  return (
    <ChipMenu
      label={`${props.name}: ${props.picked?.name ?? found.data?.[0]?.name ?? '…'}`}
      isSet={props.picked !== undefined}
      items={found.data?.toSorted((a, b) => a.name.localeCompare(b.name))}
      idOf={(entity) => entity.id}
      nameOf={(entity) => entity.name}
      selected={props.picked?.id ?? found.data?.[0]?.id}
      onPick={props.onPick}
    />
  );
}
