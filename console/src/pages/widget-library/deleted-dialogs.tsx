import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import {
  forgetDeletedWidgetsBundle,
  forgetDeletedWidgetType,
  getDeletedWidgetsBundles,
  getDeletedWidgetTypes,
  restoreDeletedWidgetsBundle,
  restoreDeletedWidgetType,
} from '../../api/widget-library.ts';
import { DeletedDialog } from '../../entity-page/deleted-dialog.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { BUNDLE_TYPES, libraryChanged, WIDGETS_BUNDLES } from './library-keys.ts';

/** The bundles that were deleted during the last 30 days. */
export function DeletedBundlesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DeletedDialog
      words={{
        title: t('widgetLibrary.deletedBundles.title'),
        text: t('widgetLibrary.deletedBundles.text'),
        search: t('widgetLibrary.search'),
        failed: t('widgetLibrary.deletedBundles.failed'),
        none: t('widgetLibrary.deletedBundles.none'),
        noneFound: t('widgetLibrary.deletedBundles.noneFound'),
        forgetText: t('widgetLibrary.deletedBundles.forgetText'),
      }}
      queryKey={WIDGETS_BUNDLES}
      load={getDeletedWidgetsBundles}
      facts={({ types }) => [t('widgetLibrary.types', { count: types, formatted: formatNumber(types) })]}
      restore={async ({ id }) => {
        const { title } = await restoreDeletedWidgetsBundle(id.id);
        await libraryChanged();
        return t('widgetLibrary.restored', { name: title });
      }}
      forget={({ id }) => forgetDeletedWidgetsBundle(id.id)}
      onClose={onClose}
    />
  );
}

/** The types that were deleted during the last 30 days, of all bundles that are there. */
export function DeletedTypesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DeletedDialog
      words={{
        title: t('widgetLibrary.deletedTypes.title'),
        text: t('widgetLibrary.deletedTypes.text'),
        search: t('widgetLibrary.searchTypes'),
        failed: t('widgetLibrary.deletedTypes.failed'),
        none: t('widgetLibrary.deletedTypes.none'),
        noneFound: t('widgetLibrary.deletedTypes.noneFound'),
        forgetText: t('widgetLibrary.deletedTypes.forgetText'),
      }}
      queryKey={BUNDLE_TYPES}
      load={getDeletedWidgetTypes}
      facts={({ bundleAlias, bundleTitle }) => [
        t('widgetLibrary.deletedTypes.of', { bundle: bundleTitle ?? bundleAlias }),
      ]}
      restore={async ({ id }) => {
        const { name } = await restoreDeletedWidgetType(id.id);
        await libraryChanged();
        return t('widgetLibrary.restored', { name });
      }}
      forget={({ id }) => forgetDeletedWidgetType(id.id)}
      onClose={onClose}
    />
  );
}
