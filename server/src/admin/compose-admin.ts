import type { Logger } from 'pino';
import type { BaseUrl } from '../access/base-url.ts';
import type { Settings } from '../config/settings.ts';
import { createSmsSender } from '../sms/sms-sender.ts';
import { adminRoutes } from './admin-routes.ts';
import { type AdminSettingServiceParts, createAdminSettingService } from './admin-setting-service.ts';
import { createSystemData, type SystemDataParts, storeBaseUrl } from './system-data.ts';
import { createUpdateCheck } from './update-check.ts';

export interface AdminParts extends SystemDataParts {
  log: Logger;
  access: Pick<AdminSettingServiceParts, 'securitySettings' | 'signingKeys'> & { baseUrl: BaseUrl };
  mail: AdminSettingServiceParts['mail'];
  settings: Pick<
    Settings,
    'httpPort' | 'edgesEnabled' | 'maxDatapointsLimit' | 'defaultInactivityTimeout' | 'updateCheckUrl'
  >;
}

/** The installation itself: its settings and initial data. */
export async function composeAdmin({ access, mail, settings, log, ...parts }: AdminParts) {
  const firstAdministrator = await createSystemData(parts);
  return {
    routes: adminRoutes({
      adminSettings: createAdminSettingService({ ...access, mail, sms: createSmsSender(), store: parts.adminSettings }),
      baseUrl: access.baseUrl,
      checkUpdates: createUpdateCheck({ url: settings.updateCheckUrl, log }),
      maxDatapointsLimit: settings.maxDatapointsLimit,
      inactivityTimeout: settings.defaultInactivityTimeout,
      edgesEnabled: settings.edgesEnabled,
    }),
    /** The account of the system administrator when this start made it. */
    firstAdministrator,
    /** Once the server listens on `port`. */
    listening: (port: number) => storeBaseUrl(parts.adminSettings, port, settings.httpPort === 0),
  };
}
