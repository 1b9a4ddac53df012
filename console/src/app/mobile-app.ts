/**
 * The bridge to the mobile app that shows the console in a view of its own (specification §7, reference 8.4). The app
 * puts its end into the window; in a browser there is none, and nothing here does anything.
 */

interface MobileApp {
  callHandler: (name: string, ...values: unknown[]) => unknown;
}

/** The end of the app; absent in a browser. */
export const mobileApp = () => (window as { flutter_inappwebview?: MobileApp }).flutter_inappwebview;

/** Whether the console is shown inside the mobile app. */
export function isInMobileApp(): boolean {
  return mobileApp() !== undefined;
}

/** Tells the app that a place it has pages of its own for was asked for: `devices`, `dashboards.<id>`. */
export function handOverNavigation(pathname: string, params: Readonly<Record<string, string | undefined>>): void {
  mobileApp()?.callHandler('tbMobileNavigationHandler', pathname.split('/').filter(Boolean).join('.'), params);
}
