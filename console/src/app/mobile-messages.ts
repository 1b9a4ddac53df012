import { layoutListeners } from './mobile-calls.ts';

export interface MobileBridgeParts {
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

/** What reads the messages of the app, and does what they ask for. */
export function createMessageReader({
  navigate,
  reloadUser,
  now = Date.now,
}: MobileBridgeParts): (event: MessageEvent) => void {
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

  return ({ data, source }) => {
    // The app speaks from outside, or as this page or the one around it; pages inside of it have no say.
    if (source !== null && source !== window && source !== window.parent) return;
    const message = readMessage(data);
    if (typeof message?.type !== 'string' || !Object.hasOwn(handlers, message.type)) return;
    handlers[message.type]?.((message.data ?? {}) as Data);
  };
}
