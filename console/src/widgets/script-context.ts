import { session } from '../app/session.ts';
import type { Widget, WidgetConfig } from './model.ts';

/** What functions of settings get as `ctx` or `widgetContext`; inside.js adds what it can do. */
export interface ScriptContext {
  isWidgetContext: true;
  settings: object;
  units: string;
  decimals: number;
  widgetTitle: string;
  /** What the token says about its user; never the token. */
  currentUser: object | null;
  around?: ScriptSurroundings | undefined;
}

/** What else the whole context of a widget tells: inside.js makes the members of it that scripts call. */
export interface ScriptSurroundings {
  widget: Widget;
  /** Of the widget, as subscriptions have them. */
  datasources: readonly object[];
  data: readonly object[];
  activeEntity: object | null;
  isEdit: boolean;
  isMobile: boolean;
  timeWindow: object;
  dashboardTimewindow: object;
  /** Through the states of the dashboard, the shown one last. */
  steps: readonly { id: string; params: object }[];
  /** By the id of a state. */
  stateNames: Readonly<Record<string, string>>;
  /** By their ids. */
  entityAliases: Readonly<Record<string, object>>;
}

export function scriptContext(config: WidgetConfig, around?: ScriptSurroundings): ScriptContext {
  const { claims, authority } = session.get();
  return {
    isWidgetContext: true,
    settings: config.settings ?? {},
    units: config.units ?? '',
    decimals: config.decimals ?? 2,
    widgetTitle: config.title ?? '',
    currentUser: claims ? { ...claims, authority } : null,
    ...(around ? { around } : {}),
  };
}
