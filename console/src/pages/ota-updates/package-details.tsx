import './texts/texts.ts';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { useTranslation } from 'react-i18next';
import { getOtaPackage, saveOtaPackage } from '../../api/ota-packages.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { auditTab } from '../../entity-page/tabs/standard-tabs.tsx';
import { packageForm } from './package-form.ts';
import { OTA_PACKAGES } from './package-keys.ts';

/** Everything about one package. */
export function PackageDetails({ controls }: { controls: DetailsControls<OtaPackageInfo> }) {
  const { t } = useTranslation();
  return (
    <EntityDetails
      controls={controls}
      queryKey={OTA_PACKAGES}
      load={getOtaPackage}
      kind={t('otaUpdates.package')}
      describe={(info: OtaPackageInfo) => ({
        title: info.title,
        subtitle: [
          t(`otaUpdates.types.${info.type}`),
          info.version,
          ...(info.hasData ? [] : [t('otaUpdates.noFile')]),
        ].join(' · '),
        form: packageForm(t),
        save: saveOtaPackage,
        tabs: [auditTab(t, { entityType: 'OTA_PACKAGE', id: info.id.id })],
      })}
    />
  );
}
