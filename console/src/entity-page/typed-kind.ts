import type { ImportedType } from '@signalbox/contract/bulk-import';
import type { ChosenType, OwnedType } from '@signalbox/contract/entity-traits';
import type { EntityType } from '@signalbox/contract/id';
import type { TFunction } from 'i18next';
import type { TypedApi } from '../api/typed-entities.ts';
import type { IconName } from '../controls/icon.tsx';
import type { Column } from './columns.ts';
import type { DetailsTab } from './details-panel.tsx';
import type { EntityAction } from './entity-action.ts';
import type { EntityForm } from './form.ts';
import type { Owned } from './ownership-actions.ts';
import type { Things } from './things.ts';

/** An entity with a name, a type and at most one customer, as its list has it. */
export interface Typed extends Owned {
  id: { entityType: EntityType; id: string };
  createdTime: number;
  type: string;
  label?: string | null;
  tenantId: { id: string };
  additionalInfo: Record<string, unknown> | null;
}

/** What a page says about its kind. */
export interface TypedWords {
  /** One of them, and all. */
  one: string;
  many: string;
  name: string;
  type: string;
  search: string;
  add: string;
  addTitle: string;
  /** Where there are none: of the tenant, of a customer, and of the customer that is signed in. */
  empty: Empty;
  emptyOfCustomer: Empty;
  emptyMine: Empty;
  /** Title of the page of a customer, and of everybody's. */
  ofCustomer: (name: string) => string;
  ofPublic: string;
  assignExisting: string;
  assignExistingTitle: (customer: string) => string;
  alsoOfOthers: string;
  /** What goes with one, and with several, that are deleted. */
  deleteOne: string;
  deleteMany: string;
}

interface Empty {
  title: string;
  text: string;
}

/** The form of a kind. @param mayChange whether the fields that only administrators of the tenant see are wanted */
export type TypedForm<Info extends Typed> = (
  t: TFunction,
  kind: TypedKind<Info>,
  mayChange: boolean,
) => EntityForm<Info, object>;

/** What a page of such entities needs to know of their kind. */
export interface TypedKind<Info extends Typed> {
  entityType: OwnedType & ChosenType;
  things: Things;
  /** They can be imported from files. */
  imported?: ImportedType;
  words: (t: TFunction) => TypedWords;
  icon: IconName;
  /** Of the list of all. */
  path: string;
  api: TypedApi<Info>;
  /** Loads its form: lists do without. */
  loadForm: () => Promise<TypedForm<Info>>;
  /** Columns of this kind alone, behind name and type. */
  columns?: (t: TFunction) => Column<Info>[];
  actions?: (t: TFunction, isTenant: boolean) => EntityAction<Info>[];
  /** Tabs of this kind alone, behind those of values. */
  tabs?: (t: TFunction, entity: Info, isTenant: boolean) => DetailsTab[];
}
