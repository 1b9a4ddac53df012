import { type AccessRow, only } from '../access-row.ts';

const newAlarm = { severity: 'MINOR', status: 'ACTIVE_UNACK' };

export const alarmsRows: Record<string, AccessRow | AccessRow[]> = {
  getAlarm: only('alarm', 'READ'),
  getAlarmInfo: only('alarm', 'READ'),
  getAlarmHistory: only('alarm', 'READ'),
  saveAlarm: [
    {
      on: 'device',
      op: 'WRITE',
      body: ({ device }, unique) => ({ ...newAlarm, type: unique, originator: device.id }),
    },
    { on: 'alarm', op: 'WRITE', body: ({ alarm }) => ({ ...alarm, ...newAlarm }) },
  ],
  deleteAlarm: only('alarm', 'DELETE'),
  acknowledgeAlarm: only('alarm', 'WRITE'),
  clearAlarm: only('alarm', 'WRITE'),
  getAlarms: { on: 'device', op: 'READ', params: { entityType: 'DEVICE' } },
  getAllAlarms: {},
  getHighestAlarmSeverity: { on: 'device', op: 'READ', params: { entityType: 'DEVICE' } },
};
