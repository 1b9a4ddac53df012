import { adminSettingRoutes } from '@signalbox/contract/admin-settings';
import { RULE_ENGINE_QUEUES } from '@signalbox/contract/device-profile';
import { mailFailureRoutes } from '@signalbox/contract/mail-failure';
import { systemRoutes } from '@signalbox/contract/system';
import type { BaseUrl } from '../access/base-url.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { AdminSettingService } from './admin-setting-service.ts';
import type { UpdateMessage } from './update-check.ts';

export interface AdminRouteParts {
  adminSettings: AdminSettingService;
  baseUrl: BaseUrl;
  checkUpdates: () => Promise<UpdateMessage>;
  maxDatapointsLimit: number;
  /** ms */
  inactivityTimeout: number;
  edgesEnabled: boolean;
}

/** Answers the calls about the installation itself. */
export function adminRoutes({
  adminSettings,
  baseUrl,
  checkUpdates,
  maxDatapointsLimit,
  inactivityTimeout,
  edgesEnabled,
}: AdminRouteParts): RouteImplementation[] {
  return [
    implement(adminSettingRoutes.getAdminSetting, ({ user, params }) => adminSettings.get(user, params.key)),
    implement(adminSettingRoutes.saveAdminSetting, ({ user, body }) => adminSettings.save(user, body)),
    implement(adminSettingRoutes.sendTestMail, async ({ user, body }) => {
      await adminSettings.testMail(user, body);
      return undefined;
    }),
    implement(mailFailureRoutes.getMailFailures, ({ user }) => adminSettings.getMailFailures(user)),
    implement(adminSettingRoutes.sendTestSms, async ({ user, body }) => {
      await adminSettings.testSms(user, body);
      return undefined;
    }),
    implement(adminSettingRoutes.getSecuritySettings, ({ user }) => adminSettings.getSecurity(user)),
    implement(adminSettingRoutes.saveSecuritySettings, ({ user, body }) => adminSettings.saveSecurity(user, body)),
    implement(adminSettingRoutes.rotateSigningKey, async ({ user }) => {
      await adminSettings.rotateSigningKey(user);
      return undefined;
    }),
    implement(systemRoutes.checkUpdates, checkUpdates),
    implement(systemRoutes.getHelpBaseUrl, ({ raw }) => baseUrl(raw)),
    implement(systemRoutes.getServerTime, async () => Date.now()),
    implement(systemRoutes.getMaxDatapointsLimit, async () => maxDatapointsLimit),
    implement(systemRoutes.getInactivityTimeout, async () => inactivityTimeout),
    implement(systemRoutes.getEdgesEnabled, async () => edgesEnabled),
    implement(systemRoutes.getTenantQueues, async ({ query }) =>
      query.serviceType === 'TB_RULE_ENGINE' ? [...RULE_ENGINE_QUEUES] : [],
    ),
  ];
}
