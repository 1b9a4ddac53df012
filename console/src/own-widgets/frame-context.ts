import i18next from 'i18next';
import type { SessionState } from '../app/session-state.ts';
import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import { directionOf } from '../i18n/languages.ts';
import { DARK, LIGHT, tokenStyles } from '../theme/tokens.ts';
import { ownColors, ownVariables } from '../widgets/drawing/own-colors.ts';
import type { Widget } from '../widgets/model.ts';
import type { FrameContext, Plain } from './protocol.ts';
import { scriptTexts } from './script-texts.ts';

/** Texts that the frame, its scripts and templates ask for. */
export function textsOf(): Record<string, string> {
  return {
    ...scriptTexts(),
    missing: i18next.t('ownWidget.missing', { name: '{{name}}' }),
    overflow: i18next.t('widget.overflow', { shown: '{{shown}}', total: '{{total}}' }),
  };
}

/** The colours of the theme; those of the widget itself come first. */
export function themeOf(mode: 'light' | 'dark', widget: Pick<Widget, 'config'>): FrameContext['theme'] {
  const tokens = mode === 'dark' ? DARK : LIGHT;
  const own = ownColors(widget.config, tokens);
  const variables = { ...tokenStyles(tokens), ...(own ? (ownVariables(own) as Record<string, string>) : {}) };
  return { variables, mode, direction: directionOf(i18next.language) };
}

/** What the aliases and filters of a dashboard stand for now. */
function aliasesAndFilters({ entityAliases, alias, filters, keyFilters }: DashboardInUse) {
  const infos = Object.keys(entityAliases).flatMap((id) => {
    const info = alias(id);
    return info && 'entityFilter' in info ? [[id, { ...info, currentEntity: null }] as const] : [];
  });
  return {
    aliases: Object.fromEntries(Object.entries(entityAliases).map(([id, one]) => [id, { ...one }])),
    aliasInfos: Object.fromEntries(infos),
    filters: Object.fromEntries(Object.entries(filters).map(([id, filter]) => [id, { ...filter }])),
    keyFilters: Object.fromEntries(Object.keys(filters).map((id) => [id, keyFilters(id)])),
  };
}

/** What a frame is told about the place of its widget. */
export function frameContext(given: {
  widget: Widget;
  width: number;
  height: number;
  mode: 'light' | 'dark';
  locale: string;
  dashboard: DashboardInUse;
  session: Pick<SessionState, 'claims' | 'authority'>;
}): FrameContext {
  const { widget, dashboard, session } = given;
  // In a popover, states are those of the dashboard that it stands over (widgets.md §1.6).
  const { steps, names } = (dashboard.parent ?? dashboard).states;
  const { claims, authority } = session;
  return {
    widget,
    width: given.width,
    height: given.height,
    isEdit: dashboard.isEdit,
    isMobile: dashboard.isMobile,
    theme: themeOf(given.mode, widget),
    language: i18next.language,
    locale: given.locale,
    serverOffset: dashboard.environment?.serverOffset ?? 0,
    // What the token says about its user; never the token.
    currentUser: claims ? ({ ...claims, authority } as Plain) : null,
    steps: steps.map(({ id, params }) => ({ id, params })),
    stateNames: names,
    dashboard: { id: dashboard.about.id, title: dashboard.about.title },
    dashboardTimeWindow: dashboard.timeWindow as Plain,
    ...(widget.config.useDashboardTimewindow === false
      ? { ownTimeWindow: dashboard.ownTimeWindow(widget) as Plain }
      : {}),
    ...(dashboard.parent ? { parentTimeWindow: dashboard.parent.timeWindow as Plain } : {}),
    ...aliasesAndFilters(dashboard),
    texts: textsOf(),
  };
}
