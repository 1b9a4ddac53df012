import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Severity } from '../../alarms/alarm-words.tsx';
import { ALARMS, useAlarmChanges } from '../../alarms/use-alarm-changes.ts';
import { getAlarms } from '../../api/alarms.ts';
import { Ago } from '../../controls/ago.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { Newest } from './newest.tsx';
import { NEWEST, ONE, problemOf } from './queries.ts';
import { Tile } from './tile.tsx';

const PLACE = '/alarms?searchStatus=ACTIVE';

/** The newest active alarms and how many there are, of all that the user sees. */
const useActiveAlarms = () =>
  useQuery({
    queryKey: [...ALARMS, 'active', 'newest'],
    queryFn: () => getAlarms(undefined, NEWEST, { searchStatus: 'ACTIVE' }),
  });

/** How many alarms are active, and how many of them are critical. */
export function ActiveAlarmsTile() {
  const { t } = useTranslation();
  useAlarmChanges(undefined);
  const active = useActiveAlarms();
  const critical = useQuery({
    queryKey: [...ALARMS, 'active', 'critical'],
    queryFn: () => getAlarms(undefined, ONE, { searchStatus: 'ACTIVE', severity: 'CRITICAL' }),
  });
  const criticalCount = critical.data?.totalElements ?? 0;
  return (
    <Tile
      to={PLACE}
      icon="alarm"
      label={t('home.activeAlarms')}
      value={active.data?.totalElements}
      note={criticalCount > 0 ? t('home.critical', { number: formatNumber(criticalCount) }) : undefined}
      isBad={criticalCount > 0}
      problem={problemOf(active)}
    />
  );
}

/** What is wrong right now: the alarms that are active, the newest first. */
export function ActiveAlarmsList() {
  const { t } = useTranslation();
  const active = useActiveAlarms();
  return (
    <Newest
      wide
      title={t('home.activeAlarms')}
      to={PLACE}
      query={active}
      empty={t('home.noAlarms')}
      rowOf={(alarm) => ({
        id: alarm.id.id,
        to: `/alarms/${alarm.id.id}?searchStatus=ACTIVE`,
        lead: <Severity severity={alarm.severity} />,
        name: alarm.type,
        note: (
          // Of a long name of the originator the end is cut, never the time.
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
            <Box component="bdi" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {alarm.originatorName}
            </Box>
            <Box component="span" sx={{ flex: 'none', minWidth: { sm: 68 } }}>
              <Ago ts={alarm.createdTime} />
            </Box>
          </Box>
        ),
      })}
    />
  );
}
