import type { FieldProblems } from '../controls/key-filters/compared-value-input.tsx';
import type { FilterOffer } from '../controls/key-filters/key-filter.ts';

/** Where rules are edited: what is offered for their conditions, and what is wrong with their fields. */
export interface RulePlace {
  offer: FilterOffer;
  problems: FieldProblems;
}
