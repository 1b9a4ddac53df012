import type { AlarmInfo } from '@signalbox/contract/alarm';
import { useTranslation } from 'react-i18next';
import { ALARM_DEFAULTS, useAlarmList } from '../../alarms/use-alarm-list.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { EntityPage } from '../../entity-page/entity-page.tsx';

const AlarmDetails = lazyPart(async () => (await import('./alarm-details.tsx')).AlarmDetails);

/** The alarms of the tenant, or of the customer that is signed in. */
export function AlarmsPage() {
  const { t } = useTranslation();
  return (
    <EntityPage<AlarmInfo>
      {...useAlarmList(undefined)}
      list="alarms"
      things="alarm"
      title={t('alarm.alarms')}
      path="/alarms"
      defaults={ALARM_DEFAULTS}
      onNearRows={AlarmDetails.preload}
      details={(controls) => <AlarmDetails controls={controls} />}
    />
  );
}
