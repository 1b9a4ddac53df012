import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { RecordedMessages, Trace, TraceEffect } from '@signalbox/contract/recorder';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import { afterAll, beforeAll } from 'vitest';
import { createTestTenant, type TestTenant } from './people.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';

/*
 * What tests of the recorder start from: a platform of their own, two tenants, and a root chain of the first of them whose
 * content each test saves for itself. Call `setUpRecorder()` first.
 */

export const CLASS = 'org.thingsboard.rule.engine.';
export let platform: TestPlatform;
export let acme: TestTenant;
export let other: TestTenant;
/** The root chain of `acme`. */
export let chain: RuleChain;

export function setUpRecorder(): void {
  beforeAll(async () => {
    platform = await startTestPlatform();
    acme = await createTestTenant(platform, 'recorder');
    other = await createTestTenant(platform, 'recorder-other');
    chain = await acme.admin.post<RuleChain>('/api/ruleChain', { name: 'Traced' });
    await acme.admin.post(`/api/ruleChain/${chain.id.id}/root`);
  });
  afterAll(() => platform?.stop());
}

export const FILTER = (limit: number) => ({
  type: `${CLASS}filter.TbJsFilterNode`,
  name: 'hot?',
  configuration: { jsScript: `return msg.temperature > ${limit};` },
});
export const SAVE = { type: `${CLASS}telemetry.TbMsgTimeseriesNode`, name: 'save', configuration: { defaultTTL: 0 } };
export const ALARM = {
  type: `${CLASS}action.TbCreateAlarmNode`,
  name: 'raise',
  configuration: {
    alarmType: 'Hot',
    severity: 'MAJOR',
    propagate: false,
    useMessageAlarmData: false,
    alarmDetailsBuildJs: 'return { t: msg.temperature };',
    relationTypes: [],
  },
};
export const DELAY = {
  type: `${CLASS}delay.TbMsgDelayNode`,
  name: 'wait',
  configuration: {
    periodInSeconds: 1,
    maxPendingMsgs: 10,
    periodInSecondsPattern: '',
    useMetadataPeriodInSecondsPatterns: false,
  },
};

export const contentWith = (limit: number, ...more: object[]) => ({
  ruleChainId: chain.id,
  firstNodeIndex: 0,
  nodes: [FILTER(limit), SAVE, ALARM, ...more],
  connections: [
    { fromIndex: 0, toIndex: 1, type: 'True' },
    { fromIndex: 0, toIndex: 1, type: 'False' },
    { fromIndex: 0, toIndex: 2, type: 'True' },
  ],
});

export async function save(content: object): Promise<RuleChainMetadata> {
  return acme.admin.post<RuleChainMetadata>('/api/ruleChain/metadata', content);
}

export async function newDevice(
  name: string,
  profile?: DeviceProfile,
): Promise<{ device: Device; post(body: object): Promise<void> }> {
  const kind = profile ? { deviceProfileId: profile.id } : { type: 'default' };
  const device = await acme.admin.post<Device>('/api/device', { name, ...kind });
  const { credentialsId } = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
  return {
    device,
    async post(body) {
      await platform.as('').post(`/api/v1/${credentialsId}/telemetry`, body);
    },
  };
}

export const find = (query: string) => acme.admin.get<RecordedMessages>(`/api/recorder/messages?limit=100&${query}`);
export const telemetryOf = async ({ id }: Device) =>
  (await find(`originatorId=${id.id}&type=POST_TELEMETRY_REQUEST`)).messages;
export const traceOf = (place: string) => acme.admin.get<Trace>(`/api/recorder/trace/${place}`);
export const kinds = (effects: readonly TraceEffect[]): string[] => effects.map(({ kind }) => kind);
