import './texts/texts.ts';
import { Box } from '@mui/material';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteOtaPackage, downloadOtaPackage, getOtaPackages } from '../../api/ota-packages.ts';
import { staysAt } from '../../app/address-ahead.ts';
import { openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { queryClient } from '../../app/query-client.ts';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { saveFile } from '../../controls/save-file.ts';
import type { Column } from '../../entity-page/columns.ts';
import { deleteAction } from '../../entity-page/delete-action.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn } from '../../entity-page/standard-columns.tsx';
import { OTA_PACKAGES } from './package-keys.ts';
import { checksumWords, sizeWords } from './package-words.ts';

const PackageDetails = lazyPart(async () => (await import('./package-details.tsx')).PackageDetails);

const PATH = '/otaUpdates';
const ROLLOUTS_PATH = '/otaUpdates/rollouts';
const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
/** Characters of an address or a checksum that are shown. */
const SHOWN = 20;

/** The beginning of a long text, with a button that copies all of it. */
function Shortened(props: { text: string; copied: string; name: string }) {
  if (props.text === '') return null;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <bdi title={props.text}>{props.text.length > SHOWN ? `${props.text.slice(0, SHOWN)}…` : props.text}</bdi>
      <CopyIconButton text={props.copied} name={props.name} />
    </Box>
  );
}

function usePackageActions(): EntityAction<OtaPackageInfo>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(() => {
    const { prepareBulk: _none, ...deletion } = deleteAction<OtaPackageInfo>({
      nameOf: ({ title }) => title,
      things: 'ota_package',
      remove: ({ id }) => deleteOtaPackage(id.id),
      consequences: async () => [t('otaUpdates.deleteText')],
      changed: () => void queryClient.invalidateQueries({ queryKey: OTA_PACKAGES }),
      leaving: ({ id }) => {
        if (staysAt(`${PATH}/${id.id}`)) void navigate(PATH);
      },
    });
    return [
      {
        id: 'rollOut',
        label: t('otaUpdates.rollOut'),
        icon: 'play',
        isFor: ({ hasData, deviceProfileId }) => hasData && deviceProfileId !== null,
        run: ({ id }) => void navigate(`${ROLLOUTS_PATH}?add&package=${id.id}`),
      },
      {
        id: 'upload',
        label: t('otaUpdates.uploadAction'),
        icon: 'upload',
        isFor: ({ hasData }) => !hasData,
        async run(info) {
          const { UploadFileDialog } = await import('./upload-file-dialog.tsx');
          const saved = await openDialog<OtaPackageInfo>((close) => <UploadFileDialog info={info} close={close} />);
          if (!saved) return;
          notifySuccess(t('otaUpdates.uploaded', { title: saved.title }));
          await queryClient.invalidateQueries({ queryKey: OTA_PACKAGES });
        },
      },
      {
        id: 'download',
        label: t('otaUpdates.download'),
        icon: 'download',
        isFor: ({ hasData, url }) => hasData && !url,
        async run({ id, fileName, title }) {
          saveFile(fileName ?? title, await downloadOtaPackage(id.id, () => undefined));
        },
      },
      deletion,
    ];
  }, [t, navigate]);
}

/** Firmware and software that devices download over the air. */
export function OtaUpdatesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listActions = useMemo<ListAction[]>(
    () => [
      {
        ...{ id: 'rollouts', label: t('otaUpdates.rollouts'), icon: 'play', isQuiet: true },
        run: () => void navigate(ROLLOUTS_PATH),
      },
    ],
    [t, navigate],
  );
  const columns = useMemo<Column<OtaPackageInfo>[]>(
    () => [
      nameColumn('title', t('otaUpdates.title'), (row) => row.title),
      {
        // Packages of one title differ by it.
        ...textColumn<OtaPackageInfo>('version', t('otaUpdates.version'), (row) => row.version, {
          ...{ width: 110, priority: 0 },
        }),
        compact: { width: 76 },
      },
      textColumn('type', t('otaUpdates.type'), (row) => t(`otaUpdates.types.${row.type}`), { width: 110, priority: 2 }),
      textColumn('tag', t('otaUpdates.tag'), (row) => row.tag, { width: 170, priority: 6 }),
      textColumn('fileName', t('otaUpdates.fileName'), (row) => row.fileName, { width: 180, priority: 5 }),
      textColumn('dataSize', t('otaUpdates.size'), sizeWords, { width: 100, priority: 3 }),
      {
        ...textColumn<OtaPackageInfo>('checksum', t('otaUpdates.checksum'), checksumWords, { width: 230, priority: 7 }),
        cell: (row) => (
          <Shortened text={checksumWords(row)} copied={row.checksum ?? ''} name={t('otaUpdates.checksum')} />
        ),
      },
      {
        ...textColumn<OtaPackageInfo>('url', t('otaUpdates.url'), (row) => row.url, { width: 230, priority: 8 }),
        cell: (row) => <Shortened text={row.url ?? ''} copied={row.url ?? ''} name={t('otaUpdates.url')} />,
      },
      createdColumn(t, 4),
    ],
    [t],
  );
  return (
    <EntityPage<OtaPackageInfo>
      list="otaPackages"
      things="ota_package"
      title={t('otaUpdates.updates')}
      path={PATH}
      queryKey={OTA_PACKAGES}
      load={({ link }) => getOtaPackages(link)}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.title}
      searchPlaceholder={t('otaUpdates.search')}
      actions={usePackageActions()}
      listActions={listActions}
      add={{
        label: t('otaUpdates.add'),
        dialog: async () => {
          const { AddPackageDialog } = await import('./add-package-dialog.tsx');
          return (close) => <AddPackageDialog close={close} />;
        },
        addedWords: ({ title }) => t('list.added', { name: title }),
      }}
      empty={{ icon: 'otaUpdates', title: t('otaUpdates.empty'), text: t('otaUpdates.emptyText') }}
      onNearRows={PackageDetails.preload}
      details={(controls) => <PackageDetails controls={controls} />}
    />
  );
}
