import { type EntityViewInfo, entityViewInputSchema } from '@signalbox/contract/entity-view';
import type { TFunction } from 'i18next';
import { type KeysOf, keysOfEntity } from '../../api/telemetry.ts';
import { pickerOf } from '../../controls/entity-choices.ts';
import {
  choiceId,
  type EntityForm,
  type FormField,
  type FormValues,
  keysOf,
  unnamedChoice,
} from '../../entity-page/form.ts';
import { typedBody, typedFields, typedValues } from '../../entity-page/typed-form.ts';
import type { TypedKind } from '../../entity-page/typed-kind.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { localTimeOf, momentOf } from './local-time.ts';

const TARGETS = { DEVICE: 'device', ASSET: 'asset' } as const;
type TargetType = keyof typeof TARGETS;

const targetTypeOf = ({ targetType }: FormValues): TargetType => (targetType === 'ASSET' ? 'ASSET' : 'DEVICE');
const textOf = (value: FormValues[string] | undefined): string => (typeof value === 'string' ? value : '');

/** The target that is chosen; undefined while there is none. */
function targetOf(values: FormValues): { entityType: TargetType; id: string } | undefined {
  const entityType = targetTypeOf(values);
  const id = choiceId(values[TARGETS[entityType]]);
  return id === undefined ? undefined : { entityType, id };
}

/** A bound of the window: as it was stored, to the millisecond, while its field says the same. */
function boundOf(text: string, stored: number | undefined): number {
  return stored !== undefined && text === localTimeOf(stored) ? stored : (momentOf(text) ?? 0);
}

/** The form of an entity view. */
export function entityViewForm(t: TFunction, kind: TypedKind<EntityViewInfo>): EntityForm<EntityViewInfo, object> {
  const target = (entityType: TargetType, addressOf: (id: string) => string): FormField => ({
    name: TARGETS[entityType],
    path: 'entityId',
    label: t(`entityView.${TARGETS[entityType]}`),
    required: true,
    help: t('entityView.targetHelp'),
    shown: (values) => targetTypeOf(values) === entityType,
    addressOf,
    ...pickerOf(entityType),
  });

  const keys = (name: 'timeseries' | 'cs' | 'sh' | 'ss', label: string, of: KeysOf): FormField => ({
    name,
    path: ['keys', ...(name === 'timeseries' ? [] : ['attributes']), name].join('.'),
    label,
    kind: 'keys',
    section: t('entityView.shown'),
    help: t(name === 'timeseries' ? 'entityView.timeseriesHelp' : 'entityView.attributesHelp'),
    placeholder: t('entityView.keysPlaceholder'),
    emptyWords: t(name === 'timeseries' ? 'entityView.allKeys' : 'entityView.noKeys'),
    suggestFor: (values) => {
      const chosen = targetOf(values);
      return {
        kind: `${name} of ${chosen?.id ?? 'nothing'}`,
        load: async () => (chosen ? await keysOfEntity(chosen, of) : []),
      };
    },
  });

  const bound = (name: 'start' | 'end', problem: string): FormField => ({
    name,
    path: `${name}TimeMs`,
    label: t(`entityView.${name}`),
    kind: 'text',
    type: 'datetime-local',
    section: t('entityView.window'),
    help: t(`entityView.${name}Help`),
    words: (value) => {
      const ms = momentOf(textOf(value));
      return ms ? formatDateTime(ms) : t(`entityView.${name}Open`);
    },
    check: (value, values) => {
      if (momentOf(textOf(value)) === undefined) return t('entityView.badTime');
      const [start, end] = [momentOf(textOf(values.start)), momentOf(textOf(values.end))];
      return start && end && end < start ? problem : undefined;
    },
  });

  return {
    fields: [
      ...typedFields(t, kind, t('entityView.typeHelp'), [
        {
          name: 'targetType',
          label: t('entityView.targetType'),
          kind: 'choice',
          options: [
            { id: 'DEVICE', label: t('entityView.device') },
            { id: 'ASSET', label: t('entityView.asset') },
          ],
        },
        target('DEVICE', (id) => `/devices/${id}`),
        target('ASSET', (id) => `/assets/${id}`),
      ]),
      keys('timeseries', t('entityView.timeseries'), 'timeseries'),
      keys('cs', t('entityView.clientKeys'), 'CLIENT_SCOPE'),
      keys('sh', t('entityView.sharedKeys'), 'SHARED_SCOPE'),
      keys('ss', t('entityView.serverKeys'), 'SERVER_SCOPE'),
      bound('start', t('entityView.startAfterEnd')),
      bound('end', t('entityView.endBeforeStart')),
    ],
    values: (view) => ({
      ...typedValues(view),
      targetType: view?.entityId.entityType ?? 'DEVICE',
      device: view?.entityId.entityType === 'DEVICE' ? unnamedChoice(view.entityId.id) : null,
      asset: view?.entityId.entityType === 'ASSET' ? unnamedChoice(view.entityId.id) : null,
      timeseries: view?.keys.timeseries ?? [],
      cs: view?.keys.attributes.cs ?? [],
      sh: view?.keys.attributes.sh ?? [],
      ss: view?.keys.attributes.ss ?? [],
      start: localTimeOf(view?.startTimeMs ?? 0),
      end: localTimeOf(view?.endTimeMs ?? 0),
    }),
    body: (values, stored) => ({
      ...typedBody(values, stored),
      entityId: targetOf(values) ?? null,
      keys: {
        timeseries: keysOf(values.timeseries),
        attributes: { cs: keysOf(values.cs), ss: keysOf(values.ss), sh: keysOf(values.sh) },
      },
      startTimeMs: boundOf(textOf(values.start), stored?.startTimeMs),
      endTimeMs: boundOf(textOf(values.end), stored?.endTimeMs),
    }),
    schema: entityViewInputSchema,
  };
}
