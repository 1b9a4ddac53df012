import '../controls/texts/texts.ts';
import type { ChosenType } from '@signalbox/contract/entity-traits';
import { isUuid } from '@signalbox/contract/id';
import type { TFunction } from 'i18next';
import type { ChoicePage } from '../controls/choice.ts';
import { choicesOf, labelOf } from '../controls/entity-choices.ts';
import type { ListFilter } from '../entity-page/filter-chip.tsx';

/** Kinds whose entities alarms are filtered by. */
const KINDS = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'CUSTOMER'] as const satisfies readonly ChosenType[];

/** `DEVICE <id>` → its parts. */
function partsOf(value: string): { kind: ChosenType | undefined; id: string } {
  const [kind, id = ''] = value.split(' ');
  return { kind: KINDS.find((one) => one === kind), id };
}

/** The id of an originator that is filtered by. */
export const originatorIdOf = (value: string | undefined): string | undefined => value && partsOf(value).id;

/** Filters alarms by what they are about. @param customerId whose entities a user of a customer finds */
export function originatorFilter(t: TFunction, customerId: string | undefined): ListFilter {
  const kinds = KINDS.filter((kind) => customerId === undefined || kind !== 'CUSTOMER');
  return {
    name: 'originator',
    label: t('alarm.originator'),
    async load(search, page): Promise<ChoicePage> {
      const found = await Promise.all(kinds.map((kind) => choicesOf(kind, { customerId })(search, page)));
      const choices = found.flatMap((ofKind, at) =>
        ofKind.choices.map(({ id, label }) => ({
          id: `${kinds[at]} ${id}`,
          label: `${label} · ${t(`entityType.${kinds[at] ?? 'DEVICE'}`)}`,
        })),
      );
      return { choices, hasNext: found.some(({ hasNext }) => hasNext) };
    },
    accepts: (value) => isUuid(partsOf(value).id),
    async labelOf(value) {
      const { kind, id } = partsOf(value);
      return kind ? labelOf(kind)(id) : id;
    },
  };
}
