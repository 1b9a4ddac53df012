import './texts/texts.ts';
import type { WidgetsBundle } from '@signalbox/contract/widget';
import { useTranslation } from 'react-i18next';
import { getWidgetsBundle, saveWidgetsBundle } from '../../api/widget-library.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { bundleForm } from './library-forms.ts';
import { WIDGETS_BUNDLES } from './library-keys.ts';
import { isOfSystem } from './owner.ts';

/** What a bundle is called and described by; those of the system change for its administrators only. */
export function BundleDetails(props: { controls: DetailsControls<WidgetsBundle>; ofSystem: boolean }) {
  const { t } = useTranslation();
  return (
    <EntityDetails
      controls={props.controls}
      queryKey={WIDGETS_BUNDLES}
      load={getWidgetsBundle}
      kind={t('widgetLibrary.bundle')}
      describe={(bundle: WidgetsBundle) => ({
        title: bundle.title,
        subtitle: t(isOfSystem(bundle) ? 'widgetLibrary.ofSystem' : 'widgetLibrary.ofTenant'),
        form: bundleForm(t),
        save: isOfSystem(bundle) === props.ofSystem ? saveWidgetsBundle : undefined,
        tabs: [],
      })}
    />
  );
}
