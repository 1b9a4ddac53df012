import type { UsageFeatureName } from '@signalbox/contract/api-usage';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ActionLog } from '../audit/action-log.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { MailSender } from '../mail/mail.ts';
import { mails } from '../mail/mails.ts';
import { createUsageMeter, type UsageMeter } from './usage-meter.ts';
import { createUsageService, type UsageNotice, type UsageServiceParts } from './usage-service.ts';
import { administratorsOf } from './usage-store.ts';

export interface UsageParts {
  pool: pg.Pool;
  liveBus: LiveBus;
  log: Logger;
  settings: Pick<Settings, 'usageReportPeriod'>;
  saveTimeseries: UsageServiceParts['saveTimeseries'];
  mail: MailSender;
  actionLog: ActionLog;
  /** Address of the console in mails. */
  baseUrl: () => Promise<string>;
  now?: () => number;
}

/** Administrators of a tenant who get a mail. */
const MAX_RECIPIENTS = 50;

/** Features as mails name them. */
const NAMES: Readonly<Record<UsageFeatureName, string>> = {
  TRANSPORT: 'Messages of devices',
  DB: 'Storage of telemetry',
  RE: 'Rule engine',
  JS: 'JavaScript of rule chains',
  EMAIL: 'E-mails of rule chains',
  SMS: 'Text messages of rule chains',
  ALARM: 'New alarms',
};

/** Who changes states, in the audit log. */
const PLATFORM: SecurityUser = {
  userId: NULL_UUID,
  authority: 'SYS_ADMIN',
  tenantId: NULL_UUID,
  customerId: NULL_UUID,
  email: 'Signalbox',
  firstName: null,
  lastName: null,
  isPublic: false,
};

/** The room that counts what tenants use, and stops what they have used up. */
export function composeUsage({ pool, liveBus, log, settings, actionLog, mail, baseUrl, ...rest }: UsageParts) {
  async function sendMails({ tenantId, changes }: UsageNotice): Promise<void> {
    // What was never stopped need not be announced as available.
    const news = changes.filter(({ from, to }) => to !== 'ENABLED' || from === 'DISABLED');
    if (news.length === 0) return;
    const link = `${await baseUrl()}/usage`;
    for (const to of await administratorsOf(pool, tenantId, MAX_RECIPIENTS)) {
      for (const { feature, to: state, used } of news) {
        const what = NAMES[feature.name as UsageFeatureName];
        await mail.send(mails.usage(to, { what, state, used }, link)).catch((error: unknown) => {
          log.warn({ err: error, tenantId, feature: feature.name }, 'an administrator was not told of the usage');
        });
      }
    }
  }

  function tell(notice: UsageNotice): void {
    const { tenantId, tenantName, stateId, changes } = notice;
    for (const { feature, from, to, used } of changes) {
      void actionLog.record({
        user: PLATFORM,
        type: 'UPDATED',
        tenantId,
        entityId: entityId('API_USAGE_STATE', stateId),
        entityName: tenantName,
        data: { feature: feature.name, from, to, used },
      });
    }
    sendMails(notice).catch((error: unknown) => {
      log.error({ err: error, tenantId }, 'administrators were not told of the usage');
    });
  }

  const meter = createUsageMeter(() => service.soon());
  const service = createUsageService({
    pool,
    meter,
    liveBus,
    log,
    period: settings.usageReportPeriod,
    tell,
    ...rest,
  });
  return {
    meter: { of: meter.of } satisfies UsageMeter as UsageMeter,
    open: service.open,
    flush: service.flush,
    close: service.close,
  };
}
