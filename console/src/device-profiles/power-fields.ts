import './texts/texts.ts';
import { MAX_POWER_TIME } from '@signalbox/contract/power-saving';
import type { TFunction } from 'i18next';
import type { FormField, FormValues } from '../entity-page/form.ts';

/** What a device that says nothing itself has instead of a mode. */
const OF_PROFILE = 'PROFILE';
const MODES = ['DRX', 'PSM', 'E_DRX'] as const;

/** Times of the modes, in ms: name of the field, member of the settings, what it begins with, and the least it can be. */
const TIMES = [
  { name: 'PsmActivityTimer', member: 'psmActivityTimer', first: '10000', min: 1280, mode: 'PSM' },
  { name: 'EdrxCycle', member: 'edrxCycle', first: '81000', min: 5120, mode: 'E_DRX' },
  { name: 'PagingTransmissionWindow', member: 'pagingTransmissionWindow', first: '10000', min: 1280, mode: 'E_DRX' },
] as const;

type Json = Readonly<Record<string, unknown>>;

/** Where fields of power saving stand: in a profile, or in a device, which may leave it to its profile. */
export interface PowerPlace {
  /** Of the names of the fields. */
  prefix: 'profile' | 'device';
  /** Path of the settings in the body. */
  path: string;
  shown: (values: FormValues) => boolean;
  section?: string | undefined;
}

const nameOf = (prefix: PowerPlace['prefix'], name: string) => `${prefix}${name}`;

/** How devices save power, and so when they can be reached (over CoAP and LwM2M). */
export function powerFields(t: TFunction, { prefix, path, shown, section }: PowerPlace): FormField[] {
  const mode = nameOf(prefix, 'PowerMode');
  const ids = prefix === 'device' ? [OF_PROFILE, ...MODES] : MODES;
  return [
    {
      name: mode,
      path: `${path}.powerMode`,
      label: t('power.mode'),
      section,
      kind: 'choice',
      required: true,
      options: ids.map((id) => ({ id, label: t(`power.modes.${id}`) })),
      help: t('power.modeHelp'),
      helpId: 'devices/coap#sleep',
      shown,
    },
    ...TIMES.map(
      ({ name, member, min, mode: ofMode }): FormField => ({
        name: nameOf(prefix, name),
        path: `${path}.${member}`,
        label: t(`power.${member}`),
        help: t(`power.${member}Help`),
        section,
        kind: 'text',
        required: true,
        isNumber: true,
        unit: t('power.milliseconds'),
        shown: (values) => shown(values) && values[mode] === ofMode,
        check(value) {
          const text = String(value).trim();
          const fits = /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= MAX_POWER_TIME;
          return fits ? undefined : t('power.problem', { min, max: MAX_POWER_TIME });
        },
      }),
    ),
  ];
}

/** What the fields hold for stored settings, or for new ones; no mode for a stored one that is none. */
export function powerValues(prefix: PowerPlace['prefix'], stored?: Json | null): FormValues {
  const first = prefix === 'device' ? OF_PROFILE : 'DRX';
  const mode = MODES.find((one) => one === stored?.powerMode) ?? (stored?.powerMode ? '' : first);
  return {
    [nameOf(prefix, 'PowerMode')]: mode,
    ...Object.fromEntries(
      TIMES.map(({ name, member, first }) => [nameOf(prefix, name), String(stored?.[member] ?? first)]),
    ),
  };
}

/** The settings that the fields say: the times of the chosen mode, and nothing for the others. */
export function powerSettings(prefix: PowerPlace['prefix'], values: FormValues): Record<string, unknown> {
  const mode = values[nameOf(prefix, 'PowerMode')];
  return {
    powerMode: mode === OF_PROFILE ? null : mode,
    ...Object.fromEntries(
      TIMES.map(({ name, member, mode: ofMode }) => [
        member,
        mode === ofMode ? Number(values[nameOf(prefix, name)]) : null,
      ]),
    ),
  };
}
