import './texts/texts.ts';
import {
  CHECKSUM_ALGORITHMS,
  OTA_PACKAGE_TYPES,
  type OtaPackageInfo,
  type OtaPackageInput,
  type OtaPackageType,
  otaPackageInputSchema,
} from '@signalbox/contract/ota-package';
import type { TFunction } from 'i18next';
import { pickerOf } from '../../controls/entity-choices.ts';
import {
  choiceId,
  descriptionOf,
  type EntityForm,
  type FormField,
  type FormValues,
  textOrNull,
  unnamedChoice,
} from '../../entity-page/form.ts';
import { checksumWords, sizeWords } from './package-words.ts';

type PackageForm = EntityForm<OtaPackageInfo, OtaPackageInput>;

export const isUrl = (values: FormValues): boolean => values.source === 'url';
const knowsChecksum = (values: FormValues): boolean => !isUrl(values) && values.ownChecksum === true;

const typeField = (t: TFunction): FormField => ({
  name: 'type',
  label: t('otaUpdates.type'),
  kind: 'choice',
  options: OTA_PACKAGE_TYPES.map((type) => ({ id: type, label: t(`otaUpdates.types.${type}`) })),
});
const profileField = (t: TFunction): FormField => ({
  name: 'profile',
  path: 'deviceProfileId',
  label: t('otaUpdates.profile'),
  ...pickerOf('DEVICE_PROFILE'),
  addressOf: (id: string) => `/deviceProfiles/${id}`,
});
const description = (t: TFunction): FormField => ({
  name: 'description',
  path: 'additionalInfo.description',
  label: t('otaUpdates.description'),
  kind: 'multiline',
});

/** What a new package is called, for whom it is and where its file is; the file itself is chosen beside the form. */
export function newPackageForm(t: TFunction): PackageForm {
  return {
    fields: [
      { name: 'title', label: t('otaUpdates.title'), kind: 'text', required: true },
      { name: 'version', label: t('otaUpdates.version'), kind: 'text', required: true },
      { name: 'tag', label: t('otaUpdates.tag'), kind: 'text', help: t('otaUpdates.tagHelp') },
      typeField(t),
      { ...profileField(t), required: true, help: t('otaUpdates.profileHelp') },
      description(t),
      {
        name: 'source',
        label: t('otaUpdates.source'),
        kind: 'radio',
        options: [
          { id: 'file', label: t('otaUpdates.sources.file') },
          { id: 'url', label: t('otaUpdates.sources.url') },
        ],
      },
      {
        name: 'url',
        label: t('otaUpdates.url'),
        kind: 'text',
        required: true,
        help: t('otaUpdates.urlHelp'),
        shown: isUrl,
      },
      {
        name: 'ownChecksum',
        label: t('otaUpdates.ownChecksum'),
        kind: 'switch',
        help: t('otaUpdates.ownChecksumHelp'),
        shown: (values) => !isUrl(values),
      },
      {
        name: 'checksumAlgorithm',
        label: t('otaUpdates.algorithm'),
        kind: 'choice',
        options: CHECKSUM_ALGORITHMS.map((id) => ({ id, label: id })),
        shown: knowsChecksum,
      },
      {
        name: 'checksum',
        label: t('otaUpdates.checksum'),
        kind: 'text',
        required: true,
        help: t('otaUpdates.checksumHelp'),
        shown: knowsChecksum,
      },
    ],
    values: () => ({
      ...{ title: '', version: '', tag: '', type: 'FIRMWARE', profile: null, description: '', source: 'file' },
      ...{ url: '', ownChecksum: false, checksumAlgorithm: 'SHA256', checksum: '' },
    }),
    body(values) {
      const [title, version] = [textOrNull(values.title), textOrNull(values.version)];
      const profileId = choiceId(values.profile);
      return {
        title,
        version,
        tag: textOrNull(values.tag) ?? (`${title ?? ''} ${version ?? ''}`.trim() || null),
        type: values.type as OtaPackageType,
        deviceProfileId: profileId ? { entityType: 'DEVICE_PROFILE', id: profileId } : null,
        url: isUrl(values) ? textOrNull(values.url) : null,
        usesUrl: isUrl(values),
        additionalInfo: { description: textOrNull(values.description) ?? '' },
        ...{ fileName: null, contentType: null, checksum: null },
      };
    },
    schema: otaPackageInputSchema,
  };
}

/** All that is known of a package; only its description changes. */
export function packageForm(t: TFunction): PackageForm {
  const read = (name: string, label: string, copies = false): FormField => ({
    ...{ name, label, kind: 'text', readOnly: true, copies },
    shown: (values) => values[name] !== '',
  });
  return {
    fields: [
      description(t),
      { ...typeField(t), readOnly: true },
      read('title', t('otaUpdates.title'), true),
      read('version', t('otaUpdates.version'), true),
      read('tag', t('otaUpdates.tag')),
      { ...profileField(t), readOnly: true, emptyWords: t('otaUpdates.noProfile') },
      read('url', t('otaUpdates.url'), true),
      read('fileName', t('otaUpdates.fileName')),
      read('contentType', t('otaUpdates.contentType')),
      read('size', t('otaUpdates.size')),
      read('checksum', t('otaUpdates.checksum'), true),
    ],
    values: (info) => ({
      description: descriptionOf(info),
      type: info?.type ?? 'FIRMWARE',
      title: info?.title ?? '',
      version: info?.version ?? '',
      tag: info?.tag ?? '',
      profile: unnamedChoice(info?.deviceProfileId?.id),
      url: info?.url ?? '',
      fileName: info?.fileName ?? '',
      contentType: info?.contentType ?? '',
      size: info ? sizeWords(info) : '',
      checksum: info ? checksumWords(info) : '',
    }),
    body: (values, stored) => ({
      ...(stored as OtaPackageInfo),
      additionalInfo: { ...stored?.additionalInfo, description: textOrNull(values.description) ?? '' },
    }),
    schema: otaPackageInputSchema,
  };
}
