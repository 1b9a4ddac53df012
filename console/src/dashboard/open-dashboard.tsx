import { Box, Drawer, useMediaQuery } from '@mui/material';
import { type ShippedAction, shippedActionOf } from '@signalbox/contract/shipped-action';
import { type RefObject, Suspense, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isInMobileApp } from '../app/mobile-app.ts';
import { notifyError } from '../app/notices.ts';
import { useSession } from '../app/session.ts';
import { errorText } from '../controls/error-text.ts';
import { lazyPart } from '../controls/lazy-part.tsx';
import { attempt } from '../entity-page/entity-action.ts';
import { locale } from '../i18n/i18n.ts';
import { displayText } from '../time-window/display.ts';
import { usableMaxDatapoints } from '../time-window/model.ts';
import { type CustomRun, hasMobileFunctions } from '../widgets/actions.ts';
import type { ActionDescriptor, DataEntity } from '../widgets/model.ts';
import { createScriptHome } from '../widgets/sandbox/scripts.ts';
import { aliasesOfState, aliasInfo, pickableAliases } from './aliases.ts';
import { DashboardContext, type DashboardInUse } from './dashboard-context.ts';
import { DashboardGrid } from './dashboard-grid.tsx';
import type { OpenDashboardProps } from './dashboard-props.ts';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { flatKeyFilters } from './key-filters.ts';
import type { NestedState } from './nested-dashboard.tsx';
import {
  decodedSteps,
  encodedSteps,
  isSameState,
  needsAddress,
  paramsForEntity,
  type StateParams,
  type StateStep,
  withOpened,
  withUpdated,
} from './states.ts';
import { ToolButton } from './toolbar-controls.tsx';
import { useMobileApp } from './use-mobile-app.ts';
import { useNamedSteps } from './use-named-steps.ts';
import { useReplaced } from './use-replaced.ts';
import { useViewer } from './use-viewer.ts';
import { useWantedReport } from './use-wanted-report.ts';
import { useWayBack } from './use-way-back.ts';
import {
  clearPickedEntities,
  filtersInUse,
  pickedEntities,
  resetZoom,
  setFilterValue,
  setPickedEntity,
  setTimeWindow,
  timeWindowInUse,
  timeWindowParam,
  useViewParams,
  type Zooms,
  zoom,
} from './view-params.ts';

const NestedDashboard = lazyPart(async () => (await import('./nested-dashboard.tsx')).NestedDashboard);

/** A dashboard in one of its states, with what its viewer chose. */
export function OpenDashboard(props: OpenDashboardProps) {
  const { t } = useTranslation();
  const { upgraded, onOpenDashboard } = props;
  const { settings, states } = upgraded;
  const { entityAliases, filters: meantFilters, replace } = useReplaced(upgraded);
  const session = useSession();
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const isMobile = isNarrow || isInMobileApp();
  const view = useViewParams(props.own);
  const { params, change } = view;
  const [rightOpen, setRightOpen] = useState(false);
  /** The state whose other side has been opened. */
  const [seenRight, setSeenRight] = useState<string>();
  const [nested, setNested] = useState<NestedState>();
  const [scriptHome] = useState(() => createScriptHome());
  const [revision, setRevision] = useState(0);
  const maxDatapoints = usableMaxDatapoints(session.maxDatapointsLimit);

  const controller = settings.stateControllerId;
  const stateText = params.get('state');
  const read = useMemo(() => decodedSteps(stateText, states, controller), [stateText, states, controller]);
  const steps = useNamedSteps(read);
  const current = steps.at(-1) as StateStep;
  const state = states[current.id];
  const setSteps = useCallback(
    (next: readonly StateStep[]) => {
      change(
        (now) => {
          if (needsAddress(next, states, controller)) now.set('state', encodedSteps(next));
          else now.delete('state');
          clearPickedEntities(now, aliasesOfState(entityAliases));
        },
        isSameState(steps, next),
      );
    },
    [change, steps, states, controller, entityAliases],
  );

  const [zooms] = useState<Zooms>(() => new Map());
  const windowText = params.get(timeWindowParam());
  const timeWindow = useMemo(
    () => timeWindowInUse(upgraded.timewindow, windowText, maxDatapoints),
    [upgraded, windowText, maxDatapoints],
  );
  const picked = useMemo(() => pickedEntities(params), [params]);
  const filters = useMemo(() => filtersInUse(meantFilters, params), [meantFilters, params]);

  const viewer = useViewer();
  const around = useContext(DashboardContext);
  const parent = (props.inPopover && (around?.parent ?? around)) || undefined;
  const isEdited = props.parts !== undefined;
  useWayBack(isEdited, read, setSteps);
  const pickable = useMemo(
    () => pickableAliases(entityAliases, current.params, viewer),
    [entityAliases, current.params, viewer],
  );

  /** The dashboard as it is when something that was begun before goes on. */
  const now = useRef<DashboardInUse>(undefined);
  const runCustom = useCustomActions(now);
  const inUse = useMemo<DashboardInUse>(() => {
    const paramsOf = (action: ActionDescriptor, entity: DataEntity | null, before: StateParams = current.params) => {
      const named =
        entity && action.setEntityId !== false
          ? {
              entityId: { entityType: entity.entityType, id: entity.id },
              entityName: entity.name,
              entityLabel: entity.label,
            }
          : null;
      return paramsForEntity(before, named, action.stateEntityParamName);
    };
    const lookAgain = () => setRevision((count) => count + 1);
    return {
      timeWindow,
      setTimeWindow: (window) => change((now) => setTimeWindow(now, window)),
      zoom: (window, widget) => zoom({ params, change }, zooms, window, widget?.id),
      resetZoom: (widget) => resetZoom({ params, change }, zooms, widget?.id),
      dashboardTime: {
        window: timeWindow,
        isChosen: windowText !== null,
        set: (window, replace) => change((now) => setTimeWindow(now, window), replace),
      },
      ownTimeWindow: ({ id, config }) => {
        const text = params.get(timeWindowParam(id));
        return text || !config.timewindow ? timeWindowInUse(config.timewindow, text, maxDatapoints) : config.timewindow;
      },
      setOwnTimeWindow: (widget, window) => change((now) => setTimeWindow(now, window, widget.id)),
      alias: (id) => {
        const alias = entityAliases[id];
        return alias ? aliasInfo(alias, current.params, viewer, picked[id]) : undefined;
      },
      aliasNamed: (name) => {
        const alias = Object.values(entityAliases).find((candidate) => candidate.alias === name);
        return alias ? aliasInfo(alias, current.params, viewer, picked[alias.id]) : undefined;
      },
      entityAliases,
      replace,
      about: { id: props.dashboard.id.id, title: props.dashboard.title },
      states: {
        steps,
        names: Object.fromEntries(Object.entries(states).map(([id, { name }]) => [id, name ?? id])),
        open(id, stateParams, right) {
          if (!states[id]) return;
          // A popover whose widget has gone there has nothing to stand beside any more.
          setNested(undefined);
          setSteps(withOpened(steps, { id, params: stateParams }, controller));
          setRightOpen(right);
        },
        update(id, stateParams, right) {
          setSteps(withUpdated(steps, id !== null && states[id] ? id : undefined, stateParams));
          setRightOpen(right);
        },
        goTo: (index) => setSteps(steps.slice(0, Math.max(1, index + 1))),
        openOver(action, id, stateParams) {
          if (states[id]) setNested({ action, step: { id, params: stateParams }, anchor: document.activeElement });
        },
      },
      parent,
      pick: (id, entity) => change((now) => setPickedEntity(now, id, entity), true),
      keyFilters: (filterId) => (filterId ? flatKeyFilters(filters[filterId]) : []),
      filters,
      setFilterValues: (filterId, values) =>
        change((now) => {
          for (const { path, value } of values) setFilterValue(now, filterId, path, value);
        }),
      runAction: (action, entity, origin, additional) => {
        const target = action.targetDashboardStateId ?? undefined;
        if (action.type === 'openDashboardState' && target && states[target]) {
          const step = { id: target, params: paramsOf(action, entity) };
          // In the mobile app there is no room for a dialog.
          const isDialog = action.openInSeparateDialog === true && !isInMobileApp();
          if (isDialog || action.openInPopover === true) {
            setNested({ action, step, anchor: document.activeElement });
            return;
          }
          setSteps(withOpened(steps, step, controller));
          setRightOpen(action.openRightLayout === true);
        } else if (action.type === 'mobileAction' && hasMobileFunctions(action) && isInMobileApp()) {
          runCustom({ action, entity, origin, additional });
        } else if (action.type === 'mobileAction') {
          void import('../widgets/mobile-action.ts')
            .then(({ runMobileAction }) => runMobileAction({ action, entity, additional }, scriptHome))
            .catch((error: unknown) => notifyError(errorText(error)));
        } else if (action.type === 'updateDashboardState') {
          setSteps(withUpdated(steps, target && states[target] ? target : undefined, paramsOf(action, entity)));
          setRightOpen(action.openRightLayout === true);
        } else if (action.type === 'openDashboard' && action.targetDashboardId) {
          const first = { ...(target ? { id: target } : {}), params: paramsOf(action, entity, {}) } as StateStep;
          onOpenDashboard(action.targetDashboardId, action.openNewBrowserTab === true, encodedSteps([first]));
        } else {
          const shipped = shippedActionOf(action);
          if (shipped) runShipped(shipped, entity, lookAgain);
          else if (action.customFunction) runCustom({ action, entity, origin, additional });
        }
      },
      revision,
      lookAgain,
      environment:
        props.serverOffset === undefined ? undefined : { serverOffset: props.serverOffset, maxDatapoints, locale },
      maxDatapoints,
      scriptHome,
      isMobile,
      isEdit: isEdited,
    };
  }, [
    timeWindow,
    windowText,
    change,
    params,
    zooms,
    maxDatapoints,
    entityAliases,
    replace,
    current,
    viewer,
    picked,
    filters,
    states,
    setSteps,
    steps,
    controller,
    onOpenDashboard,
    runCustom,
    props.serverOffset,
    props.dashboard.id.id,
    props.dashboard.title,
    scriptHome,
    isMobile,
    isEdited,
    revision,
    parent,
  ]);

  now.current = inUse;
  const timeText = useCallback(
    () => displayText(timeWindow, (key, values) => t(key, values ?? {}), locale),
    [timeWindow, t],
  );
  useWantedReport(props.own === undefined && props.serverOffset !== undefined, props.dashboard.title, timeText);
  const { main, right } = state?.layouts ?? {};
  const Toolbar = props.parts?.Toolbar ?? DashboardToolbar;
  const Layer = props.parts?.Layer;
  const Aside = props.parts?.Aside;
  const mainPlace = useMemo(() => ({ state: current.id, layout: 'main' as const }), [current.id]);
  const rightPlace = useMemo(() => ({ state: current.id, layout: 'right' as const }), [current.id]);
  useMobileApp({
    isShown: props.own === undefined,
    stateName: state?.name ?? '',
    stateId: current.id,
    hasRight: right !== undefined,
    isRightOpen: rightOpen,
    setRightOpen,
  });
  const isToolbarHidden = settings.hideToolbar === true && !props.parts;
  const hasToolbar = props.parts !== undefined || (!props.hideToolbar && !isToolbarHidden);
  const onRight = isMobile && right && !isInMobileApp() ? () => setRightOpen(!rightOpen) : undefined;
  // What is edited needs the toolbar and the panels, which a drawer would lie over.
  const isRightAlone = isEdited && isMobile && right !== undefined && rightOpen;
  // Once it was open, its widgets stay while it is closed.
  if (rightOpen && seenRight !== current.id) setSeenRight(current.id);
  return (
    <DashboardContext value={inUse}>
      {hasToolbar ? (
        <Toolbar
          {...props}
          view={view}
          steps={steps}
          onSteps={setSteps}
          timeWindow={timeWindow}
          pickable={pickable}
          picked={picked}
          filters={filters}
          maxDatapoints={maxDatapoints}
          isMobile={isMobile}
          isRight={isRightAlone}
          {...(onRight ? { onRight } : {})}
        />
      ) : (
        // Who may edit it gets there without the toolbar, too, and so does everybody to its other side.
        <Box sx={{ position: 'absolute', bottom: 20, insetInlineEnd: 28, zIndex: 3, display: 'flex', gap: 2 }}>
          {onRight && <ToolButton raised label={t('dashboard.rightLayout')} icon="menu" onClick={onRight} />}
          {isToolbarHidden && !props.hideToolbar && props.onEdit && props.own === undefined && (
            <ToolButton raised label={t('dashboard.edit')} icon="edit" onClick={props.onEdit} />
          )}
        </Box>
      )}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', px: { xs: 0.5, sm: 2.5 } }}>
          {main && !isRightAlone && (
            <DashboardGrid
              key={`main ${current.id}`}
              layout={main}
              place={mainPlace}
              widgets={upgraded.widgets}
              isMobile={isMobile}
              Layer={Layer}
            />
          )}
          {right && (!isMobile || isRightAlone) && (
            <DashboardGrid
              key={`right ${current.id}`}
              layout={right}
              place={rightPlace}
              widgets={upgraded.widgets}
              isMobile={isMobile}
              Layer={Layer}
            />
          )}
          {right && isMobile && !isEdited && (
            <Drawer
              anchor="right"
              open={rightOpen}
              onClose={() => setRightOpen(false)}
              slotProps={{
                root: { keepMounted: seenRight === current.id },
                paper: { sx: { width: '100%', background: 'var(--bg)' } },
              }}
            >
              <Box sx={{ display: 'flex', justifyContent: 'flex-end', p: 1 }}>
                <ToolButton label={t('action.close')} icon="close" onClick={() => setRightOpen(false)} />
              </Box>
              <DashboardGrid
                key={`right ${current.id}`}
                layout={right}
                place={rightPlace}
                widgets={upgraded.widgets}
                isMobile
                Layer={Layer}
              />
            </Drawer>
          )}
        </Box>
        {Aside && <Aside steps={steps} onSteps={setSteps} />}
      </Box>
      {nested && (
        <Suspense>
          <NestedDashboard
            title={nested.action.dialogTitle || states[nested.step.id]?.name || props.dashboard.title}
            opened={nested}
            onClose={() => setNested(undefined)}
          >
            {(hideToolbar) => (
              <OpenDashboard
                {...props}
                parts={undefined}
                own={nestedParams(nested.step, windowText)}
                inPopover={nested.action.openInPopover === true}
                hideToolbar={hideToolbar}
              />
            )}
          </NestedDashboard>
        </Suspense>
      )}
    </DashboardContext>
  );
}

/**
 * Runs functions that people wrote; their frames come with the first of them. What they have opened goes with the
 * dashboard.
 */
function useCustomActions(now: RefObject<DashboardInUse | undefined>) {
  const navigate = useNavigate();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, []);
  return useCallback(
    (run: CustomRun): void => {
      const { signal } = leaving.current ?? new AbortController();
      attempt(async () => {
        const { runCustomAction } = await import('../own-widgets/run-custom-action.ts');
        await runCustomAction(
          run,
          () => now.current,
          (to) => void navigate(to),
          signal,
        );
      });
    },
    [now, navigate],
  );
}

/** The dialogs of shipped actions come with the first of them that is run. */
function runShipped(action: ShippedAction, entity: DataEntity | null, changed: () => void): void {
  attempt(async () => {
    const { runShippedAction } = await import('../widgets/entity-admin-widgets/run-shipped-action.tsx');
    await runShippedAction(action, entity, changed);
  });
}

/** What a dashboard over this one begins with: the opened state, and the time that is looked at. */
function nestedParams(step: StateStep, windowText: string | null): string {
  const params = new URLSearchParams({ state: encodedSteps([step]) });
  if (windowText) params.set('timeWindow', windowText);
  return params.toString();
}
