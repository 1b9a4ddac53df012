import type { Logger } from 'pino';
import { createEmbeddedLiveBus } from '../../../server/src/bus/embedded-live-bus.ts';
import { defaultRootChain } from '../../../server/src/entities/rule-chain/default-chains.ts';
import { createAddressGuard } from '../../../server/src/outbound/address-guard.ts';
import type { ChainSource } from '../../../server/src/rules/chain-source.ts';
import type { RuleEngineParts } from '../../../server/src/rules/rule-engine.ts';
import type { TelemetryService } from '../../../server/src/telemetry/telemetry-service.ts';
import {
  entitiesOf,
  noAlarmRules,
  noAlarms,
  noQueueStatistics,
  nothingHeld,
  readsOf,
} from '../../../server/test/node-world.ts';

/** The default root chain, with a script filter before the save node when requested. */
export function rootChainSource(withScript: boolean): ChainSource {
  const chain = defaultRootChain();
  if (withScript) {
    const script = chain.nodes.length;
    chain.nodes.push({
      type: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
      name: 'Script',
      debugMode: false,
      configuration: { jsScript: 'return msg.temperature > -100;' },
      additionalInfo: { layoutX: 0, layoutY: 0 },
    });
    for (const connection of chain.connections) if (connection.toIndex === 0) connection.toIndex = script;
    chain.connections.push({ fromIndex: script, toIndex: 0, type: 'True' });
  }
  return {
    load: async () => ({
      rootChainId: 'root',
      chains: [{ id: 'root', name: chain.name, firstNodeId: String(chain.firstNodeIndex) }],
      nodes: chain.nodes.map((node, index) => ({ ...node, id: String(index), ruleChainId: 'root' })),
      connections: chain.connections.map(({ fromIndex, toIndex, type }) => ({
        fromNodeId: String(fromIndex),
        toNodeId: String(toIndex),
        toChainId: null,
        type,
      })),
      profileChains: new Map(),
      maxNodeExecutions: 0,
    }),
    profilesOf: async () => new Map(),
    tenantsWith: async () => [],
  };
}

interface BenchedEngine extends Pick<RuleEngineParts, 'source' | 'usage' | 'scripts' | 'messageLog'> {
  log: Logger;
  /** Called with the number of writes of series, which are not stored. */
  onStored: (writes: number) => void;
}

/** What a rule engine needs that stores nothing. */
export function partsOfEngine({ onStored, log, ...parts }: BenchedEngine): RuleEngineParts {
  return {
    ...parts,
    telemetry: {
      saveTimeseriesBatch: async (_unit: unknown, writes: unknown[]) => {
        onStored(writes.length);
      },
    } as unknown as TelemetryService,
    deviceRpc: { reply: () => undefined },
    reads: readsOf(),
    entities: entitiesOf(),
    assignments: { store: async () => undefined },
    addressGuard: createAddressGuard([]),
    mail: { sendComposed: async () => undefined, systemSender: async () => '' },
    sms: { send: async () => undefined, sendWith: async () => undefined },
    parked: { requireRoom: () => undefined, waitingAt: () => 0, park: async () => undefined },
    held: nothingHeld,
    queueStatistics: noQueueStatistics,
    alarms: noAlarms,
    alarmRules: noAlarmRules,
    events: {
      append: () => undefined,
      store: async () => undefined,
      list: async () => ({ data: [], totalPages: 0, totalElements: 0, hasNext: false }),
      flush: async () => undefined,
      close: async () => undefined,
    },
    liveBus: createEmbeddedLiveBus(log),
    log,
    serverName: 'bench',
    serviceId: 'bench',
    jsonTypeCast: true,
    maxAhead: 86_400_000,
    keyLimits: { admitSeries: () => undefined, admitAttributes: () => undefined },
    statisticsPeriod: 3_600_000,
  };
}
