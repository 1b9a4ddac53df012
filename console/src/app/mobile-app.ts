/** The app that shows the console in a view of its own (specification §7, reference 8.4). */
interface MobileBridge {
  callHandler: (name: string, ...values: unknown[]) => unknown;
}

const bridge = () => (window as { flutter_inappwebview?: MobileBridge }).flutter_inappwebview;

/** Whether the console is shown inside the mobile app. */
export function isInMobileApp(): boolean {
  return bridge() !== undefined;
}

/** Tells the app that a place it has pages of its own for was asked for: `devices`, `dashboards.<id>`. */
export function handOverNavigation(pathname: string, params: Readonly<Record<string, string | undefined>>): void {
  const path = pathname.split('/').filter(Boolean).join('.');
  bridge()?.callHandler('tbMobileNavigationHandler', path, params);
}
