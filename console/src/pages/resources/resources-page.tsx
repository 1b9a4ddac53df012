import './texts/texts.ts';
import type { ResourceInfo } from '@signalbox/contract/resource';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteResource, getResource, getResources } from '../../api/resources.ts';
import { staysAt } from '../../app/address-ahead.ts';
import { queryClient } from '../../app/query-client.ts';
import { useSession } from '../../app/session.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { saveFile } from '../../controls/save-file.ts';
import type { Column } from '../../entity-page/columns.ts';
import { deleteAction } from '../../entity-page/delete-action.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import { fileOf } from './resource-files.ts';
import { isOfSystem, RESOURCES } from './resource-keys.ts';

const ResourceDetails = lazyPart(async () => (await import('./resource-details.tsx')).ResourceDetails);

const PATH = '/settings/resources-library';
const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

/** What is done with a resource; a job on many of them does not exist. */
function useResourceActions(ofSystem: boolean): EntityAction<ResourceInfo>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(() => {
    const { prepareBulk: _none, ...deletion } = deleteAction<ResourceInfo>({
      nameOf: ({ title }) => title,
      things: 'resource',
      isFor: (resource) => isOfSystem(resource) === ofSystem,
      remove: ({ id }) => deleteResource(id.id),
      consequences: async () => [t('resources.deleteText')],
      changed: () => void queryClient.invalidateQueries({ queryKey: RESOURCES }),
      leaving: ({ id }) => {
        if (staysAt(`${PATH}/${id.id}`)) void navigate(PATH);
      },
    });
    return [
      {
        id: 'download',
        label: t('resources.download'),
        icon: 'download',
        primary: true,
        async run({ id }) {
          const resource = await getResource(id.id);
          saveFile(resource.fileName, fileOf(resource));
        },
      },
      deletion,
    ];
  }, [t, navigate, ofSystem]);
}

/** The files that administrators upload: models of LwM2M objects, and key stores. */
export function ResourcesPage() {
  const { t } = useTranslation();
  const { authority } = useSession();
  const ofSystem = authority === 'SYS_ADMIN';
  const columns = useMemo<Column<ResourceInfo>[]>(
    () => [
      nameColumn('title', t('resources.title'), (row) => row.title, 320),
      textColumn('resourceType', t('resources.type'), (row) => t(`resources.types.${row.resourceType}`), {
        width: 160,
        priority: 1,
      }),
      tickColumn(t, 'system', t('resources.system'), isOfSystem, { width: 96, priority: 2 }),
      createdColumn(t, 3),
    ],
    [t],
  );
  return (
    <EntityPage<ResourceInfo>
      list="resources"
      things="resource"
      title={t('resources.library')}
      path={PATH}
      queryKey={RESOURCES}
      load={({ link }) => getResources(link)}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.title}
      searchPlaceholder={t('resources.search')}
      actions={useResourceActions(ofSystem)}
      add={{
        label: t('resources.add'),
        dialog: async () => {
          const { AddResources } = await import('./add-resources.tsx');
          return (close) => <AddResources close={close} />;
        },
        addedWords: ({ title }) => t('list.added', { name: title }),
      }}
      empty={{ icon: 'folder', title: t('resources.empty'), text: t('resources.emptyText') }}
      onNearRows={ResourceDetails.preload}
      details={(controls) => <ResourceDetails controls={controls} ofSystem={ofSystem} />}
    />
  );
}
