/** Paths that have a page, filled by the router: the menu shows no others. */
const paths = new Set<string>();

export const PAGE_PATHS: ReadonlySet<string> = paths;

export function registerPagePaths(routes: readonly { path?: string | undefined }[]): void {
  for (const route of routes) if (route.path) paths.add(`/${route.path.split('/')[0]}`);
}
