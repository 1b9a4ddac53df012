import { Box } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isInMobileApp } from '../app/mobile-app.ts';
import { useSession } from '../app/session.ts';
import { Brand } from '../controls/brand.tsx';
import { locale } from '../i18n/i18n.ts';
import { withNamedTexts } from '../i18n/named-texts.ts';
import { displayText } from '../time-window/display.ts';
import { TimeWindowChip } from '../time-window/time-window-chip.tsx';
import { isDefaultText, visibleColor } from '../widgets/drawing/colors.ts';
import { isSettingPicture } from '../widgets/drawing/picture-address.ts';
import { useChartColors } from '../widgets/drawing/theme-colors.ts';
import { AliasChip } from './alias-chip.tsx';
import { DashboardPicker } from './dashboard-picker.tsx';
import type { ToolbarProps } from './dashboard-props.ts';
import { userPredicates } from './key-filters.ts';
import { PictureButton } from './picture-button.tsx';
import { StateCrumbs } from './state-crumbs.tsx';
import { type StateStep, stateName } from './states.ts';
import { ChipMenu, FilterChip, ToolButton } from './toolbar-controls.tsx';
import { isOn } from './upgrade.ts';
import { clearFilterValues, hasFilterValues, setFilterValue, setPickedEntity, setTimeWindow } from './view-params.ts';

/** What stands over the widgets: title, states, time window, entities, filters, and what can be done. */
export function DashboardToolbar(props: ToolbarProps) {
  const { t } = useTranslation();
  const { upgraded, steps, view, isMobile, singlePage, embedded, fullScreen } = props;
  const { settings, states } = upgraded;
  const session = useSession();
  const navigate = useNavigate();
  const alwaysOpen = settings.toolbarAlwaysOpen !== false || props.onRight !== undefined;
  const [opened, setOpened] = useState(false);
  const predicates = useMemo(() => userPredicates(props.filters), [props.filters]);
  const nested = props.own !== undefined;
  // The app has its own ways around, and keeps no files.
  const isInApp = isInMobileApp();
  const mayExport = isOn(settings.showDashboardExport) && !isInApp;
  const mayEdit = props.onEdit !== undefined;
  const mayChangePicture = session.authority === 'TENANT_ADMIN' && !embedded && !isInApp;
  const { surface } = useChartColors();
  // The colour that every new dashboard is given is left to the theme.
  const titleColor = isDefaultText(settings.titleColor) ? undefined : visibleColor(settings.titleColor ?? '', surface);
  const current = steps.at(-1) as StateStep;
  const flat = settings.stateControllerId === 'default';
  const stateIds = Object.keys(states);
  if (!alwaysOpen && !opened) {
    return (
      <Box sx={{ position: 'absolute', top: 8, insetInlineEnd: 16, zIndex: 3 }}>
        <ToolButton raised label={t('dashboard.openToolbar')} icon="more" onClick={() => setOpened(true)} />
      </Box>
    );
  }
  const fullScreenLabel = t(fullScreen ? 'dashboard.leaveFullScreen' : 'dashboard.fullScreen');
  return (
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
        flexWrap: 'wrap',
        rowGap: 1,
      }}
    >
      {settings.showDashboardLogo === true && (singlePage || fullScreen) && (
        <DashboardLogo address={settings.dashboardLogoUrl} />
      )}
      {/* Visitors have no crumbs that would say it. */}
      {(settings.showTitle === true || (session.claims?.isPublic && !embedded && !nested)) && (
        <Box component="h1" style={{ color: titleColor }} sx={{ typography: 'h2', m: 0, whiteSpace: 'nowrap' }}>
          {withNamedTexts(props.dashboard.title)}
        </Box>
      )}
      {!flat && steps.length > 1 && (
        <StateCrumbs
          steps={steps}
          states={states}
          asMenu={isMobile}
          onGo={(index) => props.onSteps(steps.slice(0, index + 1))}
        />
      )}
      {flat && stateIds.length > 1 && (
        <ChipMenu
          label={stateName(current, states)}
          items={stateIds}
          idOf={(id) => id}
          nameOf={(id) => stateName({ id, params: {} }, states)}
          selected={current.id}
          onPick={(id) => props.onSteps([{ id, params: {} }])}
        />
      )}
      {isOn(settings.showDashboardTimewindow) && (
        <TimeWindowChip
          value={props.timeWindow}
          onChange={(window) => view.change((now) => setTimeWindow(now, window))}
          aggregation
          timezone
          maxDatapoints={props.maxDatapoints}
        />
      )}
      {isOn(settings.showEntitiesSelect) &&
        props.pickable.map((alias) => (
          <AliasChip
            key={alias.id}
            alias={alias}
            picked={props.picked[alias.id]}
            onPick={(entity) => view.change((now) => setPickedEntity(now, alias.id, entity), true)}
          />
        ))}
      {isOn(settings.showFilters) && predicates.length > 0 && (
        <FilterChip
          predicates={predicates}
          isSet={hasFilterValues(view.params)}
          onChange={(predicate, value) => {
            if (value !== predicate.value)
              view.change((now) => setFilterValue(now, predicate.filterId, predicate.path, value), true);
          }}
          onReset={() => view.change(clearFilterValues, true)}
        />
      )}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'flex-end',
          flexWrap: 'wrap',
          gap: 1,
          minWidth: 0,
          marginInlineStart: 'auto',
        }}
      >
        {!embedded && !nested && props.dashboards && isOn(settings.showDashboardsSelect) && (
          <DashboardPicker
            dashboard={props.dashboard}
            find={props.dashboards}
            iconOnly={isMobile}
            onPick={(id) => props.onOpenDashboard(id, false)}
          />
        )}
        {props.onRight && <ToolButton label={t('dashboard.rightLayout')} icon="menu" onClick={props.onRight} />}
        {mayExport && !isMobile && !nested && (
          <ToolButton label={t('action.export')} icon="download" onClick={props.onExport} />
        )}
        {!nested && (
          <PictureButton
            id={props.dashboard.id.id}
            title={props.dashboard.title}
            timeText={() => displayText(props.timeWindow, (key, values) => t(key, values ?? {}), locale)}
            view={() => props.view.params.toString()}
            offers={{
              export: mayExport,
              // Also where the dashboard has the window to itself, and is not edited.
              own: mayChangePicture && isOn(settings.showUpdateDashboardImage),
              reports: mayExport && mayEdit,
            }}
          />
        )}
        {props.onEdit && !nested && <ToolButton label={t('dashboard.edit')} icon="edit" onClick={props.onEdit} />}
        {!singlePage && !embedded && !nested && !isMobile && (
          <ToolButton
            label={fullScreenLabel}
            icon={fullScreen ? 'fullscreenExit' : 'fullscreen'}
            onClick={props.onFullScreen}
          />
        )}
        {singlePage && !embedded && !nested && !isInApp && !session.forceFullscreen && (
          <ToolButton
            label={t('dashboard.openInConsole')}
            icon="back"
            onClick={() => void navigate(`/dashboards/${props.dashboard.id.id}${window.location.search}`)}
          />
        )}
        {!nested && props.userMenu}
        {!alwaysOpen && (
          <ToolButton label={t('dashboard.closeToolbar')} icon="close" onClick={() => setOpened(false)} />
        )}
      </Box>
    </Box>
  );
}

/** The dashboard's own sign, or that of the product. */
function DashboardLogo({ address }: { address: string | null | undefined }) {
  if (!address || !isSettingPicture(address)) return <Brand />;
  return <Box component="img" src={address} alt="" sx={{ height: 30, maxWidth: 200, objectFit: 'contain' }} />;
}
