/** Places within the console, without those that sign somebody in or out. */
const PLACE = /^\/(?!\/)(?!login|signup|oauth2|api\b)[a-zA-Z0-9/-]*$/;

/** A page of the console that a widget may open; undefined for anything else. A query names the state of a dashboard alone. */
export function permittedPage(address: string): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, 'http://here')) return undefined;
  const { origin, pathname, searchParams } = new URL(address, 'http://here');
  if (origin !== 'http://here' || !PLACE.test(pathname)) return undefined;
  const state = searchParams.get('state');
  return state && /^\/dashboards?\//.test(pathname) ? `${pathname}?${new URLSearchParams({ state })}` : pathname;
}
