import { session } from '../app/session.ts';
import type { WidgetConfig } from './model.ts';

/** What functions of settings get as `ctx` or `widgetContext`; inside.js adds what it can do. */
export interface ScriptContext {
  isWidgetContext: true;
  settings: object;
  units: string;
  decimals: number;
  widgetTitle: string;
  /** What the token says about its user; never the token. */
  currentUser: object | null;
}

export function scriptContext(config: WidgetConfig): ScriptContext {
  const { claims, authority } = session.get();
  return {
    isWidgetContext: true,
    settings: config.settings ?? {},
    units: config.units ?? '',
    decimals: config.decimals ?? 2,
    widgetTitle: config.title ?? '',
    currentUser: claims ? { ...claims, authority } : null,
  };
}
