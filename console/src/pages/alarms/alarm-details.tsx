import '../../alarms/texts/texts.ts';
import type { AlarmInfo } from '@signalbox/contract/alarm';
import { useTranslation } from 'react-i18next';
import { AlarmFacts, AlarmSummary } from '../../alarms/alarm-facts.tsx';
import { AlarmHistory } from '../../alarms/alarm-history.tsx';
import { ALARMS } from '../../alarms/use-alarm-changes.ts';
import { getAlarm } from '../../api/alarms.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';

/** Everything about one alarm. */
export function AlarmDetails({ controls }: { controls: DetailsControls<AlarmInfo> }) {
  const { t } = useTranslation();
  return (
    <EntityDetails<AlarmInfo, never>
      controls={controls}
      queryKey={ALARMS}
      load={getAlarm}
      kind={t('alarm.alarm')}
      describe={(alarm) => ({
        title: alarm.type,
        subtitle: <AlarmSummary alarm={alarm} />,
        after: <AlarmFacts alarm={alarm} />,
        tabs: [
          {
            id: 'history',
            label: t('alarm.history'),
            render: () => <AlarmHistory key={alarm.id.id} alarmId={alarm.id.id} />,
          },
        ],
      })}
    />
  );
}
