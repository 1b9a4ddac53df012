import './texts/texts.ts';
import { type RolloutInput, rolloutInputSchema } from '@signalbox/contract/rollout';
import type { TFunction } from 'i18next';
import { getOtaPackage, getOtaPackages } from '../../api/ota-packages.ts';
import type { RolloutRow } from '../../api/rollouts.ts';
import { checkKeyFilters } from '../../controls/key-filters/check-filters.ts';
import {
  choiceId,
  type EntityForm,
  type FormField,
  type FormValue,
  type FormValues,
  keysOf,
  textOrNull,
} from '../../entity-page/form.ts';
import type { FormStep } from '../../entity-page/form-steps.tsx';
import { DevicesField } from './devices-field.tsx';
import { FiltersField } from './filters-field.tsx';
import { filtersIn } from './filters-value.ts';
import { SharesField } from './shares-field.tsx';

const numberOf = (value: FormValue | undefined): number => {
  const text = textOrNull(value);
  return text === null ? Number.NaN : Number(text.replace(',', '.'));
};
const numberOrNull = (value: FormValue | undefined): number | null =>
  textOrNull(value) === null ? null : numberOf(value);

/** Devices in a field: an id and a name in each text. */
const idsIn = (value: FormValue | undefined): string[] => keysOf(value).map((text) => text.split(' ', 1)[0] ?? '');

/** The body of the call that creates a roll-out. */
export function inputOf(values: FormValues): RolloutInput {
  const first = idsIn(values.first);
  return {
    name: textOrNull(values.name),
    packageId: choiceId(values.package) ?? '',
    deviceIds: values.covers === 'list' ? idsIn(values.devices) : null,
    waves: [
      ...(first.length > 0 ? [{ deviceIds: first }] : []),
      ...keysOf(values.shares).map((share) => ({ share: numberOf(share) })),
    ],
    guard: {
      maxFailedShare: numberOrNull(values.maxFailedShare),
      maxFailed: numberOrNull(values.maxFailed),
      minSucceededShare: numberOf(values.minSucceededShare),
      silenceSeconds: Math.round(numberOf(values.silence) * 60),
      soakSeconds: Math.round(numberOf(values.soak) * 60),
      badFilters: filtersIn(values.badFilters) as RolloutInput['guard']['badFilters'],
      onTrip: values.onTrip === 'ROLL_BACK' ? 'ROLL_BACK' : 'PAUSE',
      approval: values.approval === true,
    },
  };
}

/** Packages that devices can be given, by title. */
async function findPackages(textSearch: string, page: number) {
  const found = await getOtaPackages({ pageSize: 50, page, textSearch, sortProperty: 'title', sortOrder: 'ASC' });
  const choices = found.data
    .filter(({ hasData, deviceProfileId }) => hasData && deviceProfileId)
    .map(({ id, title, version }) => ({ id: id.id, label: `${title} ${version}` }));
  return { choices, hasNext: found.hasNext };
}

async function packageLabel(id: string): Promise<string> {
  const { title, version } = await getOtaPackage(id);
  return `${title} ${version}`;
}

function guardFields(t: TFunction): FormField[] {
  const number = (name: string, path: string, unit: string, required: boolean, min = 0, max = 1e9): FormField => ({
    ...{ name, path: `guard.${path}`, label: t(`rollouts.${name}`), kind: 'text', isNumber: true, unit, required },
    help: t(`rollouts.${name}Help`),
    check: (value) => {
      const given = numberOf(value);
      return given >= min && given <= max ? undefined : t('rollouts.between', { min, max });
    },
  });
  return [
    number('maxFailedShare', 'maxFailedShare', '%', false, 0, 100),
    number('maxFailed', 'maxFailed', t('rollouts.devicesUnit'), false),
    number('minSucceededShare', 'minSucceededShare', '%', true, 0, 100),
    number('silence', 'silenceSeconds', t('rollouts.minutes'), true, 0.1, 43_200),
    number('soak', 'soakSeconds', t('rollouts.minutes'), true, 0, 43_200),
    {
      ...{ name: 'onTrip', path: 'guard.onTrip', label: t('rollouts.onTrip'), kind: 'choice' },
      options: (['PAUSE', 'ROLL_BACK'] as const).map((id) => ({ id, label: t(`rollouts.trips.${id}`) })),
    },
    {
      ...{ name: 'approval', path: 'guard.approval', label: t('rollouts.approvalSwitch'), kind: 'switch' },
      help: t('rollouts.approvalHelp'),
    },
    {
      ...{ name: 'badFilters', path: 'guard.badFilters', label: t('rollouts.badFilters'), kind: 'part' },
      help: t('rollouts.badFiltersHelp'),
      part: FiltersField,
      check: (value) => {
        const wrong = checkKeyFilters(t, 'badFilters', filtersIn(value)).find(({ problem }) => problem !== undefined);
        return wrong && `${wrong.label}: ${wrong.problem ?? ''}`;
      },
    },
  ];
}

/** Whether shares are percents that rise. */
export function areRising(shares: readonly string[]): boolean {
  const numbers = shares.map(numberOf);
  return numbers.every((share, at) => share > 0 && share <= 100 && (at === 0 || share > (numbers[at - 1] as number)));
}

/** A new roll-out: of what, to which devices, in which waves, and when it stops. */
export function createForm(t: TFunction, packageId: string | undefined): EntityForm<RolloutRow, RolloutInput> {
  return {
    fields: [
      {
        ...{ name: 'package', path: 'packageId', label: t('rollouts.package'), kind: 'picker', required: true },
        ...{ load: findPackages, labelOf: packageLabel, missing: t('rollouts.packageMissing') },
        help: t('rollouts.packageHelp'),
      },
      { name: 'name', label: t('rollouts.name'), kind: 'text', help: t('rollouts.nameHelp') },
      {
        ...{ name: 'covers', label: t('rollouts.covers'), kind: 'radio' },
        options: (['all', 'list'] as const).map((id) => ({ id, label: t(`rollouts.coversWhat.${id}`) })),
      },
      {
        ...{ name: 'devices', path: 'deviceIds', label: t('rollouts.devices'), kind: 'part', required: true },
        part: DevicesField,
        missing: t('rollouts.devicesMissing'),
        emptiedBy: 'package',
        shown: ({ covers }) => covers === 'list',
      },
      {
        ...{ name: 'first', label: t('rollouts.first'), kind: 'part', part: DevicesField },
        help: t('rollouts.firstHelp'),
        emptiedBy: 'package',
      },
      {
        ...{ name: 'shares', path: 'waves', label: t('rollouts.shares'), kind: 'part', required: true },
        part: SharesField,
        help: t('rollouts.sharesHelp'),
        missing: t('rollouts.sharesMissing'),
        check: (value) => (areRising(keysOf(value)) ? undefined : t('rollouts.sharesRise')),
      },
      ...guardFields(t),
    ],
    values: () => ({
      ...{ package: packageId ? { id: packageId, label: '' } : null, name: '', covers: 'all', devices: [], first: [] },
      ...{ shares: ['5', '25', '100'], maxFailedShare: '10', maxFailed: '', minSucceededShare: '90' },
      ...{ silence: '60', soak: '10', onTrip: 'PAUSE', approval: false, badFilters: '' },
    }),
    body: inputOf,
    schema: rolloutInputSchema,
  };
}

/** The parts of the form, one after the other. */
export function createSteps(t: TFunction): FormStep[] {
  return [
    { label: t('rollouts.what'), fields: ['package', 'name', 'covers', 'devices'] },
    { label: t('rollouts.waves'), fields: ['first', 'shares'], hasChildren: true },
    {
      label: t('rollouts.guard'),
      fields: [
        ...['maxFailedShare', 'maxFailed', 'minSucceededShare', 'silence', 'soak', 'onTrip', 'approval', 'badFilters'],
      ],
      hasChildren: true,
    },
  ];
}
