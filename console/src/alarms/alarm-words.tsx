import './texts/texts.ts';
import './alarm-words.css';
import { type AlarmSeverity, type AlarmStatus, isAcknowledged, isActive } from '@signalbox/contract/alarm';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';

/** How bad an alarm is: a word on its colour. */
export function Severity({ severity, narrow = false }: { severity: AlarmSeverity; narrow?: boolean }) {
  const { t } = useTranslation();
  const classes = ['severity', severity.toLowerCase(), ...(narrow ? ['narrow'] : [])];
  return <span className={classes.join(' ')}>{t(`alarm.severities.${severity}`)}</span>;
}

/** Whether it is active and acknowledged, in words. */
export function Status({ status }: { status: AlarmStatus }) {
  const { t } = useTranslation();
  const words = t(`alarm.statuses.${status}`);
  return <span title={words}>{words}</span>;
}

/** The same where there is little room: a word, with a tick once somebody has acknowledged it. */
export function ShortStatus({ status }: { status: AlarmStatus }) {
  const { t } = useTranslation();
  const words = t(`alarm.statuses.${status}`);
  return (
    <span title={words}>
      <span aria-hidden="true">{t(`alarm.searchStatuses.${isActive(status) ? 'ACTIVE' : 'CLEARED'}`)} </span>
      {isAcknowledged(status) && <Icon name="check" size={14} />}
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
