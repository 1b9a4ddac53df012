import type { EntityType } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { OpenDatabase } from '../storage/database.ts';
import { createListPlaces, FAR_PAGES_OF_ROWS } from '../storage/list-places.ts';
import { createTimelinePages, type LinePlace } from '../storage/timeline-pages.ts';
import { createTimelineTotals } from '../storage/timeline-totals.ts';
import { type ActionLogParts, createActionLog } from './action-log-writer.ts';
import { type AuditRow, createAuditLogReader } from './audit-log-reader.ts';
import { auditLogRoutes } from './audit-log-routes.ts';
import { createAuditLogStore } from './audit-log-store.ts';
import type { NamePlace } from './audit-name-order.ts';
import { createAuditReadAhead } from './audit-read-ahead.ts';
import { createAuditRetention } from './audit-retention.ts';
import { createHistoryReader } from './history-reader.ts';

export interface AuditParts {
  database: Pick<OpenDatabase, 'db' | 'pool'>;
  /** Kinds whose changes are in the audit log. */
  audited: ReadonlySet<EntityType>;
  tellEdges: ActionLogParts['tellEdges'];
  messageLog: Pick<MessageLog, 'append'>;
  liveBus: LiveBus;
  log: Logger;
  settings: Pick<Settings, 'auditRetentionDays'>;
}

/** Actions of people: written to the audit log, passed to edges and rules, and read by administrators. */
export function composeAudit({ database, audited, tellEdges, messageLog, liveBus, log, settings }: AuditParts) {
  const { db, pool } = database;
  const deletedTenants = followDeletedTenants(liveBus);
  const lines = { db, table: 'audit_log', deletedTenants };
  const totals = createTimelineTotals(lines);
  const placesParts = { pool, log, deletedTenants };
  const places = createListPlaces<LinePlace>(placesParts, FAR_PAGES_OF_ROWS);
  const pages = createTimelinePages<AuditRow>(lines, totals, places);
  const namePlaces = createListPlaces<NamePlace>(placesParts, FAR_PAGES_OF_ROWS);
  const retention = createAuditRetention(pool, log, settings.auditRetentionDays, () => {
    totals.forget();
    pages.forget();
  });
  retention.open();
  const reader = createAuditLogReader(db, totals, pages, namePlaces);
  const readAhead = createAuditReadAhead(pool, reader);
  return {
    routes: auditLogRoutes(reader),
    readAhead: readAhead.open,
    findLastSave: createHistoryReader(pool),
    actionLog: createActionLog({ store: createAuditLogStore(pool), audited, tellEdges, messages: messageLog, log }),
    async close(): Promise<void> {
      await Promise.all([retention.close(), readAhead.close()]);
    },
  };
}
