import type { Logger } from 'pino';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { LivingEntities } from '../access/living-entities.ts';
import type { ActionLog } from '../audit/action-log.ts';
import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { OpenDatabase } from '../storage/database.ts';
import { createListPlaces } from '../storage/list-places.ts';
import type { UsageMeter } from '../usage/usage-meter.ts';
import { createAlarmHistory } from './alarm-history.ts';
import { createAlarmLists } from './alarm-lists.ts';
import { createAlarmQueries } from './alarm-queries.ts';
import { createAlarmReader } from './alarm-reader.ts';
import { createAlarmRemains } from './alarm-remains.ts';
import { createAlarmRetention } from './alarm-retention.ts';
import { alarmRoutes } from './alarm-routes.ts';
import { createAlarmService } from './alarm-service.ts';
import { createAlarmStore } from './alarm-store.ts';
import { createAlarmTallies } from './alarm-tallies.ts';
import { createTimeOrders } from './alarm-time-order.ts';
import { createAlarmTotals } from './alarm-totals.ts';
import { createAlarmTypes } from './alarm-types.ts';
import { createAlarmVersions } from './alarm-versions.ts';

export interface AlarmsParts {
  database: Pick<OpenDatabase, 'db' | 'pool'>;
  directory: EntityDirectory;
  living: LivingEntities;
  usage: UsageMeter;
  actionLog: ActionLog;
  liveBus: LiveBus;
  /** Where messages for the rules go. */
  messageLog: Pick<MessageLog, 'append'>;
  log: Logger;
}

/** The alarms room: raised by rules and people, listed, acknowledged and cleared. */
export function composeAlarms(parts: AlarmsParts) {
  const {
    database: { db, pool },
    directory,
    living,
    usage,
    actionLog,
    liveBus,
    messageLog,
    log,
  } = parts;
  const tallies = createAlarmTallies(pool, log);
  const store = createAlarmStore({ pool, living, liveBus, onChange: tallies.noteChange });
  const retention = createAlarmRetention({
    ...{ pool, liveBus, messageLog, log },
    onChange: tallies.noteChange,
    removeEmptyTallies: tallies.removeEmpty,
  });
  const versions = createAlarmVersions(liveBus);
  const types = createAlarmTypes({ db, pool });
  const totals = createAlarmTotals(db, tallies, types);
  const timeOrders = createTimeOrders(
    db,
    createListPlaces({ pool, log, deletedTenants: followDeletedTenants(liveBus) }),
    versions,
    tallies,
  );
  const lists = createAlarmLists({ db, tallies, types, totals, timeOrders });
  const history = createAlarmHistory(pool);
  const service = createAlarmService({ pool, store, lists, history, directory, usage, actionLog });

  return {
    routes: alarmRoutes(service),
    service,
    /** For the effects of rules. */
    forRules: { reader: createAlarmReader(store, directory), store },
    tallies,
    /** Alarms of entities and tenants that are gone. */
    remains: createAlarmRemains(pool, () => {
      versions.noteAny();
      tallies.noteChange();
    }),
    retention,
    /** For entity queries. */
    forQueries: {
      find: createAlarmQueries({ db, tallies, types, totals, lists, timeOrders, versions }).find,
      namesOf: service.namesOf,
    },
    open(): void {
      tallies.open();
      retention.open();
    },
    async close(): Promise<void> {
      await retention.close();
      await tallies.close();
    },
  };
}
