import { access, constants } from 'node:fs/promises';

/** Where Debian, Ubuntu, Fedora, Alpine and macOS put a Chromium. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser that draws reports, or why there is none. */
export type ReportBrowser = { path: string } | { reason: string };

const mayRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Looks for the browser. As root it has no walls of its own around what tenants wrote, so it is used there only when the
 * operator names it.
 * @param named path that the settings name; empty: whichever is there
 */
export async function findReportBrowser(named: string, isRoot: boolean): Promise<ReportBrowser> {
  if (named) {
    if (await mayRun(named)) return { path: named };
    return { reason: `Reports cannot be drawn: there is no browser at ${named}.` };
  }
  if (isRoot) {
    return {
      reason:
        'Reports cannot be drawn: this server runs as root, where it uses a browser only if SIGNALBOX_REPORT_BROWSER names it.',
    };
  }
  for (const path of PLACES) if (await mayRun(path)) return { path };
  return { reason: 'Reports cannot be drawn: this server has no Chromium.' };
}
