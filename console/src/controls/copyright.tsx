import { useTranslation } from 'react-i18next';

/** The year and whose work this is. */
export function Copyright() {
  const { t } = useTranslation();
  return <span className="num">{t('app.copyright', { year: new Date().getFullYear() })}</span>;
}
