import './texts/texts.ts';
import type { TFunction } from 'i18next';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { FormField, FormValues } from '../../entity-page/form.ts';
import { memberPath, SERVER_NAMES, SERVERS, type ServerName } from './lwm2m-values.ts';
import { isUsed, namedObjects, parseObserved, pathOf, pathWithoutKey } from './observed.ts';

const BINDINGS = ['U', 'UQ', 'T', 'TQ', 'S', 'SQ', 'US', 'TS', 'UQS', 'TQS'] as const;
const FIRMWARE = ['1', '2', '3'] as const;
const SOFTWARE = ['1', '2'] as const;
const MAX_ID = 65_535;
/** 65535 is no server (OMA LwM2M 1.0, E.1). */
const MAX_SHORT_ID = 65_534;
const MAX_NUMBER = 999_999_999;

const Objects = lazyPart(async () => (await import('./objects-input.tsx')).ObjectsInput);
const Security = lazyPart(async () => (await import('./security-input.tsx')).SecurityInput);
const AsJson = lazyPart(async () => (await import('./json-part.tsx')).JsonPart);

const isLwm2m = (values: FormValues): boolean => values.transportType === 'LWM2M';
const path = (member: string): string => `profileData.transportConfiguration.${member}`;

type More = Partial<FormField>;

/** How the fields of a part are made: text, number and choice, with their names, paths and texts. */
function fieldsOf(t: TFunction, section: string) {
  const field = (name: string, word: string, more: More = {}): FormField => ({
    name,
    path: path(memberPath(name)),
    label: t(`lightweight.${word}`),
    section,
    kind: 'text',
    required: true,
    shown: isLwm2m,
    ...more,
  });
  return {
    field,
    number: (name: string, word: string, [min, max]: readonly [number, number], more: More = {}): FormField =>
      field(name, word, {
        isNumber: true,
        check(value) {
          const text = String(value).trim();
          const fits = /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
          return fits ? undefined : t('lightweight.problem.number', { min, max });
        },
        ...more,
      }),
    choice: (name: string, word: string, ids: readonly string[], more: More = {}): FormField =>
      field(name, word, {
        kind: 'choice',
        options: ids.map((id) => ({ id, label: t(`lightweight.${word}Options.${id}`) })),
        ...more,
      }),
  };
}

/** The objects that a profile takes from its devices. */
const objectsField = (t: TFunction): FormField => ({
  name: 'lwm2mObserved',
  path: path('observeAttr'),
  label: t('lightweight.objects'),
  section: t('lightweight.section.objects'),
  kind: 'part',
  part: Objects,
  help: t('lightweight.objectsHelp'),
  helpId: 'devices/lwm2m#objects',
  shown: isLwm2m,
  words(value) {
    const observed = parseObserved(String(value ?? ''));
    const used = namedObjects(observed).flatMap(({ key, instances }) =>
      instances.flatMap(({ id, resources }) =>
        resources.map((resource) => pathOf(key, id, resource)).filter((one) => isUsed(observed, one)),
      ),
    );
    return used.map((one) => `${one} ${observed.keyName[one] ?? ''}`.trim()).join(', ');
  },
  check(value) {
    const missing = pathWithoutKey(parseObserved(String(value)));
    return missing && t('lightweight.problem.key', { path: missing });
  },
});

/** What devices are told about the server that they register with. */
function registrationFields(t: TFunction): FormField[] {
  const { field, number, choice } = fieldsOf(t, t('lightweight.section.registration'));
  return [
    number('lwm2mShortId', 'shortId', [1, MAX_SHORT_ID]),
    number('lwm2mLifetime', 'lifetime', [0, MAX_NUMBER], {
      unit: t('lightweight.seconds'),
      help: t('lightweight.lifetimeHelp'),
    }),
    number('lwm2mMinPeriod', 'minPeriod', [0, MAX_NUMBER], {
      unit: t('lightweight.seconds'),
      help: t('lightweight.minPeriodHelp'),
    }),
    choice('lwm2mBinding', 'binding', BINDINGS, { helpId: 'devices/lwm2m#bootstrap' }),
    field('lwm2mStoresNotifications', 'storesNotifications', { kind: 'switch', required: false }),
  ];
}

/** Where one of the two servers is. */
function serverFields(t: TFunction, name: ServerName): FormField[] {
  const section = t(`lightweight.section.${name}`);
  const { field, number } = fieldsOf(t, section);
  const needsKey = (values: FormValues) => ['RPK', 'X509'].includes(String(values[`${name}Mode`]));
  return [
    field(`${name}Mode`, 'mode', { kind: 'part', part: Security, help: t('lightweight.modeHelp') }),
    field(`${name}Host`, 'host'),
    number(`${name}Port`, 'port', [0, MAX_ID]),
    number(`${name}Id`, 'serverId', SERVERS[name].isBootstrap ? [0, MAX_ID] : [1, MAX_SHORT_ID]),
    field(`${name}PublicKey`, 'publicKey', {
      help: t('lightweight.publicKeyHelp'),
      shown: (values) => isLwm2m(values) && needsKey(values),
      check: (value) => (/^([0-9a-f]{2})+$/i.test(String(value).trim()) ? undefined : t('lightweight.problem.hex')),
    }),
    number(`${name}HoldOff`, 'holdOff', [0, MAX_NUMBER], {
      unit: t('lightweight.seconds'),
      help: t('lightweight.holdOffHelp'),
    }),
    number(`${name}AccountTimeout`, 'accountTimeout', [0, MAX_NUMBER], {
      unit: t('lightweight.seconds'),
      help: t('lightweight.accountTimeoutHelp'),
    }),
  ];
}

/** What is left: how values are read, and how packages reach the devices. */
function otherFields(t: TFunction): FormField[] {
  const { field, choice } = fieldsOf(t, t('lightweight.section.other'));
  const address = (name: string, word: string, strategy: string): FormField =>
    field(name, word, {
      help: t('lightweight.packageAddressHelp'),
      shown: (values) => isLwm2m(values) && values[strategy] === '2',
      check: (value) =>
        /^coaps?:\/\/[^\s/]+/.test(String(value).trim()) ? undefined : t('lightweight.problem.address'),
    });
  return [
    choice('lwm2mConnect', 'connect', ['1', '2']),
    choice('lwm2mFirmware', 'firmware', FIRMWARE),
    address('lwm2mFirmwareAddress', 'firmwareAddress', 'lwm2mFirmware'),
    choice('lwm2mSoftware', 'software', SOFTWARE),
    address('lwm2mSoftwareAddress', 'softwareAddress', 'lwm2mSoftware'),
    field('lwm2mComposite', 'composite', { kind: 'switch', required: false, help: t('lightweight.compositeHelp') }),
  ];
}

/** How devices of LwM2M are read, reached and updated. */
export function lwm2mProfileFields(t: TFunction): FormField[] {
  return [
    objectsField(t),
    ...registrationFields(t),
    ...SERVER_NAMES.flatMap((name) => serverFields(t, name)),
    ...otherFields(t),
  ];
}

/** The whole configuration as text: what it has beside the fields. */
export const lwm2mJsonField = (t: TFunction): FormField => ({
  name: 'lwm2mRest',
  path: path('otherMembers'),
  label: t('lightweight.json'),
  section: t('lightweight.section.json'),
  kind: 'part',
  part: AsJson,
  help: t('lightweight.jsonHelp'),
  shown: isLwm2m,
  words: (value) => String(value ?? ''),
});
