/**
 * The bridge to the mobile app that shows the console in a view of its own (specification §7, reference 8.4). The app
 * puts its end into the window; in a browser there is none, and nothing here does anything.
 */

interface MobileApp {
  callHandler: (name: string, ...values: unknown[]) => unknown;
}

const app = () => (window as { flutter_inappwebview?: MobileApp }).flutter_inappwebview;

/** Whether the console is shown inside the mobile app. */
export function isInMobileApp(): boolean {
  return app() !== undefined;
}

/** Tells the app that a place it has pages of its own for was asked for: `devices`, `dashboards.<id>`. */
export function handOverNavigation(pathname: string, params: Readonly<Record<string, string | undefined>>): void {
  app()?.callHandler('tbMobileNavigationHandler', pathname.split('/').filter(Boolean).join('.'), params);
}

/** Tells the app which state of a dashboard is open, and how its right layout stands. */
export function reportDashboardState(name: string, hasRightLayout: boolean, isRightLayoutOpen: boolean): void {
  app()?.callHandler('tbMobileDashboardStateNameHandler', name);
  app()?.callHandler('tbMobileDashboardLoadedHandler', hasRightLayout, isRightLayoutOpen);
}

/** Tells the app that the right layout was opened or closed. */
export function reportDashboardLayout(isRightLayoutOpen: boolean): void {
  app()?.callHandler('tbMobileDashboardLayoutHandler', isRightLayoutOpen);
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
    const answer = (await app()?.callHandler('tbMobileHandler', type, ...values)) as Partial<MobileAnswer> | undefined;
    return { hasResult: false, hasError: false, ...answer };
  } catch (error) {
    const said = error instanceof Error ? error.message : error;
    const reason = typeof said === 'string' && said !== '' ? said : `Failed to execute mobile action ${type}`;
    return { hasResult: false, hasError: true, error: reason };
  }
}

const layoutListeners = new Set<() => void>();

/** Calls `toggle` when the app wants the right layout opened or closed. */
export function onToggleDashboardLayout(toggle: () => void): () => void {
  layoutListeners.add(toggle);
  return () => {
    layoutListeners.delete(toggle);
  };
}

interface MobileBridgeParts {
  navigate: (to: string) => unknown;
  /** Takes the tokens of another user. */
  reloadUser: (tokens: { token: string; refreshToken: string }) => Promise<unknown>;
  now?: () => number;
}

type Data = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The address of a dashboard as the app asks for it. */
function dashboardAddress(dashboardId: string, data: Data, reload: number | undefined): string {
  const search = new URLSearchParams();
  const state = textOf(data.state);
  if (state) search.set('state', state);
  if (data.embedded === true) search.set('embedded', 'true');
  if (data.hideToolbar === true) search.set('hideToolbar', 'true');
  if (reload !== undefined) search.set('reload', String(reload));
  return `/dashboard/${encodeURIComponent(dashboardId)}${search.size > 0 ? `?${search}` : ''}`;
}

function readMessage(text: unknown): { type?: unknown; data?: unknown } | undefined {
  if (typeof text !== 'string' || !text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as { type?: unknown; data?: unknown };
  } catch {
    return undefined;
  }
}

/** Does what messages of the app ask for. The end of the app may come later than the console. */
export function listenToMobileApp({ navigate, reloadUser, now = Date.now }: MobileBridgeParts): void {
  let lastDashboardId: string | undefined;
  let reloading: Promise<unknown> = Promise.resolve();

  const handlers: Readonly<Record<string, (data: Data) => void>> = {
    openDashboardMessage(data) {
      const dashboardId = textOf(data.dashboardId);
      if (!dashboardId) return;
      const address = dashboardAddress(dashboardId, data, dashboardId === lastDashboardId ? now() : undefined);
      lastDashboardId = dashboardId;
      void reloading.then(() => navigate(address));
    },
    reloadUserMessage({ accessToken, refreshToken }) {
      const token = textOf(accessToken);
      if (!token) return;
      reloading = reloading
        .then(() => reloadUser({ token, refreshToken: textOf(refreshToken) ?? '' }))
        .catch((failure: unknown) => console.warn('The user of the mobile app could not be loaded', failure));
    },
    toggleDashboardLayout() {
      for (const toggle of layoutListeners) toggle();
    },
  };

  window.addEventListener('message', ({ data, source }) => {
    // The app speaks from outside, or as this page or the one around it; pages inside of it have no say.
    if (!isInMobileApp() || (source !== null && source !== window && source !== window.parent)) return;
    const message = readMessage(data);
    if (typeof message?.type !== 'string' || !Object.hasOwn(handlers, message.type)) return;
    handlers[message.type]?.((message.data ?? {}) as Data);
  });
}
