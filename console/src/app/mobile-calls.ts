import { mobileApp } from './mobile-app.ts';

/** Tells the app which state of a dashboard is open, and how its right layout stands. */
export function reportDashboardState(name: string, hasRightLayout: boolean, isRightLayoutOpen: boolean): void {
  mobileApp()?.callHandler('tbMobileDashboardStateNameHandler', name);
  mobileApp()?.callHandler('tbMobileDashboardLoadedHandler', hasRightLayout, isRightLayoutOpen);
}

/** Tells the app that the right layout was opened or closed. */
export function reportDashboardLayout(isRightLayoutOpen: boolean): void {
  mobileApp()?.callHandler('tbMobileDashboardLayoutHandler', isRightLayoutOpen);
}

/** What the app has done, or why not. */
export interface MobileAnswer {
  hasResult: boolean;
  result?: { launched?: boolean } | undefined;
  hasError: boolean;
  error?: string | undefined;
}

/** Asks the app to do something that only it can; a refusal is an answer too. */
export async function askMobileApp(type: string, ...values: unknown[]): Promise<MobileAnswer> {
  try {
    const answer = (await mobileApp()?.callHandler('tbMobileHandler', type, ...values)) as
      | Partial<MobileAnswer>
      | undefined;
    return { hasResult: false, hasError: false, ...answer };
  } catch (error) {
    const said = error instanceof Error ? error.message : error;
    const reason = typeof said === 'string' && said !== '' ? said : `Failed to execute mobile action ${type}`;
    return { hasResult: false, hasError: true, error: reason };
  }
}

/** What the app has toggle the right layout. */
export const layoutListeners = new Set<() => void>();

/** Calls `toggle` when the app wants the right layout opened or closed. */
export function onToggleDashboardLayout(toggle: () => void): () => void {
  layoutListeners.add(toggle);
  return () => {
    layoutListeners.delete(toggle);
  };
}
