/** The part of a router that tells which address it is on its way to. */
interface Travelling {
  state: { navigation: { location?: { pathname: string; search: string } | undefined } };
}

let router: Travelling | undefined;

/** Makes `of` the router that `addressAhead` asks. */
export function followRouter(of: Travelling): void {
  router = of;
}

/** The address that has been asked for and is not entered yet, because its page is still being allowed or loaded. */
export const addressAhead = () => router?.state.navigation.location;

/** Whether the console is at `path` and not on its way to another page: only then may somebody be led away from it. */
export const staysAt = (path: string) => (addressAhead() ?? window.location).pathname === path;

/**
 * Remembers the page that somebody is at, for what looks something up without covering it and then opens what it found.
 * @returns whether they are still there, and not on their way to another
 */
export function rememberPlace(): () => boolean {
  const { pathname } = addressAhead() ?? window.location;
  return () => staysAt(pathname);
}
