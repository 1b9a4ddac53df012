import type { TokenPair } from '@signalbox/contract/token';
import type pg from 'pg';
import type { Logger } from 'pino';
import { parseAddressRanges } from '../config/address-ranges.ts';
import type { Settings } from '../config/settings.ts';
import type { RouteImplementation } from '../http/routes.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { MailService } from '../mail/mail-service.ts';
import { createAddressGuard } from '../outbound/address-guard.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';
import type { Database } from '../storage/database.ts';
import { COUNTER, type UsageMeter } from '../usage/usage-meter.ts';
import { findReportBrowser, type ReportBrowser } from './report-browser.ts';
import { reportMail } from './report-mail.ts';
import { drawReport } from './report-renderer.ts';
import { reportRoutes } from './report-routes.ts';
import { createReportRunner } from './report-runner.ts';
import { createReportService } from './report-service.ts';
import { createReportStore, type DueReport } from './report-store.ts';

/** How a program of this machine reaches what listens on an address. */
function reachable(bind: string): string {
  if (bind === '0.0.0.0' || bind === '') return '127.0.0.1';
  if (bind === '::') return '[::1]';
  return bind.includes(':') ? `[${bind}]` : bind;
}

/** ms for which it is remembered whether there is a browser. */
const LOOK_AGAIN = 60_000;

export interface ReportsParts {
  db: Database;
  pool: pg.Pool;
  log: Logger;
  settings: Pick<Settings, 'reportBrowser' | 'outboundAllowed' | 'bind'>;
  mail: Pick<MailService, 'sendComposed'>;
  usage: UsageMeter;
  requireDashboard: (user: SecurityUser, id: string) => Promise<{ title: string }>;
  /** undefined when they may not sign in any more */
  findUser: (id: string) => Promise<SecurityUser | undefined>;
  tokensOf: (userId: string) => Promise<TokenPair>;
  /** Base of links in mails. */
  baseUrl: () => Promise<string>;
  /** Port of this server's console, after start. */
  port: () => number;
}

/** The room of dashboards that are sent by mail at fixed times. */
export function composeReports(parts: ReportsParts) {
  const { settings, mail, usage, requireDashboard, findUser, tokensOf, baseUrl } = parts;
  const origin = (): string => `http://${reachable(settings.bind)}:${parts.port()}`;
  const store = createReportStore(parts.db, parts.pool);
  const isRoot = process.getuid?.() === 0;
  const guard = createAddressGuard(parseAddressRanges(settings.outboundAllowed));
  const outside = createGuardedFetch({ guard, plainText: 'anywhere' });
  let looked: { at: number; browser: Promise<ReportBrowser> } | undefined;

  function browser(): Promise<ReportBrowser> {
    const now = Date.now();
    if (!looked || now - looked.at > LOOK_AGAIN) {
      looked = { at: now, browser: findReportBrowser(settings.reportBrowser, isRoot) };
    }
    return looked.browser;
  }

  async function send(report: DueReport, signal: AbortSignal): Promise<void> {
    const found = await browser();
    if ('reason' in found) throw new Error(found.reason);
    const user = await findUser(report.userId);
    if (user?.tenantId !== report.tenantId) throw new Error('Who set it up may not sign in any more.');
    const { title } = await requireDashboard(user, report.dashboardId);
    const used = usage.of(report.tenantId);
    if (!used.mayUse('EMAIL')) throw new Error('No more e-mails may be sent: the limit of the tenant is reached.');
    const drawn = await drawReport(
      { browser: found.path, isRoot, origin, fetch: outside.fetch },
      { dashboardId: report.dashboardId, content: report.content, tokens: await tokensOf(user.userId) },
      signal,
    );
    await mail.sendComposed(reportMail(report, { title, user, drawn, base: await baseUrl() }), signal);
    used.add(COUNTER.emails);
  }

  const runner = createReportRunner({
    store,
    log: parts.log,
    send,
    mayRun: async () => 'path' in (await browser()),
  });
  const routes: RouteImplementation[] = reportRoutes(
    createReportService({
      store,
      requireDashboard,
      unavailable: async () => {
        const found = await browser();
        return 'reason' in found ? found.reason : null;
      },
      wake: runner.wake,
    }),
  );
  return {
    routes,
    open: runner.open,
    async close(): Promise<void> {
      await runner.close();
      await outside.close();
    },
  };
}
