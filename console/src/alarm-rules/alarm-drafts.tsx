import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import { Suspense } from 'react';
import { lazyPart } from '../controls/lazy-part.tsx';
import { SkeletonLines } from '../controls/states.tsx';

const AlarmList = lazyPart(async () => (await import('./alarm-list.tsx')).AlarmList);

/** Alarm rules of a profile that is not there yet: they are saved with it. */
export function AlarmDrafts(props: {
  alarms: readonly DeviceProfileAlarm[];
  onChange: (alarms: readonly DeviceProfileAlarm[]) => void;
}) {
  return (
    <Suspense fallback={<SkeletonLines />}>
      <AlarmList
        alarms={props.alarms}
        deviceProfileId={undefined}
        save={async (alarms) => {
          props.onChange(alarms);
          return true;
        }}
      />
    </Suspense>
  );
}
