import { useTranslation } from 'react-i18next';

/** Active or not, in a word beside the dot. */
export function DeviceState({ active }: { active: boolean }) {
  const { t } = useTranslation();
  return <span className={active ? 'state on' : 'state'}>{t(active ? 'device.active' : 'device.inactive')}</span>;
}
