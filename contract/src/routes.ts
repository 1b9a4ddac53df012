import { adminSettingRoutes } from './admin-settings.ts';
import { alarmRoutes } from './alarm.ts';
import { alarmRuleTryRoutes } from './alarm-rule-try.ts';
import { assetRoutes } from './asset.ts';
import { auditLogRoutes } from './audit-log.ts';
import { authRoutes } from './auth.ts';
import { bulkImportRoutes } from './bulk-import.ts';
import { componentRoutes } from './component.ts';
import { customerRoutes } from './customer.ts';
import { dashboardRoutes } from './dashboard.ts';
import { dashboardVersionRoutes } from './dashboard-version.ts';
import { deletedWidgetRoutes } from './deleted-widget.ts';
import { deviceRoutes } from './device.ts';
import { deviceApiRoutes } from './device-api.ts';
import { deviceExchangeRoutes } from './device-exchange.ts';
import { deviceProfileRoutes } from './device-profile.ts';
import { edgeRoutes } from './edge.ts';
import { entityQueryRoutes } from './entity-query.ts';
import { entityViewRoutes } from './entity-view.ts';
import { eventRoutes } from './event.ts';
import { jobRoutes } from './job.ts';
import { listExportRoutes } from './list-export.ts';
import { lwm2mRoutes } from './lwm2m.ts';
import { mailFailureRoutes } from './mail-failure.ts';
import { nowKeyRoutes } from './now-keys.ts';
import { oauth2Routes } from './oauth2.ts';
import { otaPackageRoutes } from './ota-package.ts';
import { recorderRoutes } from './recorder.ts';
import { relationRoutes } from './relation.ts';
import { reportRoutes } from './report.ts';
import { resourceRoutes } from './resource.ts';
import { rolloutRoutes } from './rollout.ts';
import type { Route } from './route.ts';
import { rpcRoutes } from './rpc.ts';
import { ruleChainRoutes } from './rule-chain.ts';
import { ruleChainFlowRoutes } from './rule-chain-flow.ts';
import { ruleChainVersionRoutes } from './rule-chain-version.ts';
import { setAsideMessageRoutes } from './set-aside-message.ts';
import { sharedKeyRoutes } from './shared-keys.ts';
import { snmpWalkRoutes } from './snmp-walk.ts';
import { systemRoutes } from './system.ts';
import { telemetryRoutes } from './telemetry.ts';
import { tenantRoutes } from './tenant.ts';
import { tenantProfileRoutes } from './tenant-profile.ts';
import { userRoutes } from './user.ts';
import { userPreferenceRoutes } from './user-preference.ts';
import { widgetRoutes } from './widget.ts';
import { widgetDataRoutes } from './widget-data.ts';
import { widgetTypeVersionRoutes } from './widget-type-version.ts';

/** Every route of the REST API by name. The server, the API description and the access test must cover all of them. */
export const ALL_ROUTES: Readonly<Record<string, Route>> = {
  ...authRoutes,
  ...userRoutes,
  ...userPreferenceRoutes,
  ...tenantRoutes,
  ...nowKeyRoutes,
  ...alarmRuleTryRoutes,
  ...sharedKeyRoutes,
  ...tenantProfileRoutes,
  ...customerRoutes,
  ...adminSettingRoutes,
  ...mailFailureRoutes,
  ...oauth2Routes,
  ...systemRoutes,
  ...deviceRoutes,
  ...deviceExchangeRoutes,
  ...snmpWalkRoutes,
  ...assetRoutes,
  ...edgeRoutes,
  ...entityViewRoutes,
  ...bulkImportRoutes,
  ...ruleChainRoutes,
  ...ruleChainFlowRoutes,
  ...ruleChainVersionRoutes,
  ...setAsideMessageRoutes,
  ...relationRoutes,
  ...recorderRoutes,
  ...eventRoutes,
  ...deviceProfileRoutes,
  ...widgetRoutes,
  ...deletedWidgetRoutes,
  ...widgetTypeVersionRoutes,
  ...otaPackageRoutes,
  ...rolloutRoutes,
  ...resourceRoutes,
  ...lwm2mRoutes,
  ...dashboardRoutes,
  ...dashboardVersionRoutes,
  ...reportRoutes,
  ...componentRoutes,
  ...auditLogRoutes,
  ...telemetryRoutes,
  ...alarmRoutes,
  ...entityQueryRoutes,
  ...rpcRoutes,
  ...deviceApiRoutes,
  ...listExportRoutes,
  ...widgetDataRoutes,
  ...jobRoutes,
};
