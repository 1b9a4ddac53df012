import './texts/texts.ts';
import type { ResourceInfo } from '@signalbox/contract/resource';
import { useTranslation } from 'react-i18next';
import { getResource, getResourceInfo, saveResource } from '../../api/resources.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { resourceForm } from './resource-form.ts';
import { isOfSystem, RESOURCES } from './resource-keys.ts';

/** What a resource is called, and which file it is; those of the system change for its administrators only. */
export function ResourceDetails(props: { controls: DetailsControls<ResourceInfo>; ofSystem: boolean }) {
  const { t } = useTranslation();
  return (
    <EntityDetails
      controls={props.controls}
      queryKey={RESOURCES}
      load={getResourceInfo}
      kind={t('resources.resource')}
      describe={(resource: ResourceInfo) => ({
        title: resource.title,
        subtitle: t(isOfSystem(resource) ? 'resources.ofSystem' : 'resources.ofTenant'),
        form: resourceForm(t),
        save:
          isOfSystem(resource) === props.ofSystem
            ? async (body) => {
                const { fileName, data } = await getResource(resource.id.id);
                return saveResource({ ...body, fileName, data });
              }
            : undefined,
        tabs: [],
      })}
    />
  );
}
