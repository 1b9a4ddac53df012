import { NULL_UUID } from '@signalbox/contract/id';
import type { JobAction } from '@signalbox/contract/job';
import type { TFunction } from 'i18next';
import { ask } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import type { Choice } from '../controls/choice.ts';
import type { EntityAction, Identified } from './entity-action.ts';
import { countThings, type Things } from './things.ts';

/** Something that can be a customer's: a device, an asset, a view, an edge. */
export interface Owned extends Identified {
  name: string;
  customerId: { id: string };
  customerTitle: string | null;
  customerIsPublic: boolean;
}

/** The calls behind, by id. */
export interface OwnershipCalls {
  assign: (id: string, customerId: string) => Promise<unknown>;
  unassign: (id: string) => Promise<unknown>;
  makePublic: (id: string) => Promise<unknown>;
}

/** Asks which customer. */
async function chooseCustomer(title: string, confirmLabel: string): Promise<Choice | undefined> {
  return (await import('./choose-dialog.tsx')).chooseCustomer(title, confirmLabel);
}

/** Whether it belongs to a customer. */
export function isAssigned(row: Pick<Owned, 'customerId'>): boolean {
  return row.customerId.id !== NULL_UUID;
}

/**
 * To whom things are assigned, for administrators of a tenant: assign and make public what has no customer, take back
 * what has one; also over a selection.
 */
export function ownershipActions<Row extends Owned>(
  t: TFunction,
  calls: OwnershipCalls,
  options: { things: Things; ofCustomer: boolean; changed: () => void },
): EntityAction<Row>[] {
  const confirm = async (row: Row, question: 'unassign' | 'makePublic' | 'makePrivate') =>
    ask({
      title: t(`ownership.${question}Title`, { name: row.name }),
      content: t(`ownership.${question}Text`, { customer: row.customerTitle }),
      confirmLabel: t(`ownership.${question}`),
      cancelLabel: t('action.cancel'),
    });
  const finish = async (work: Promise<unknown>, words: string) => {
    await work;
    notifySuccess(words);
    options.changed();
  };
  const bulkOf =
    (question: 'unassign' | 'makePublic' | 'makePrivate', action: JobAction) =>
    async (_rows: readonly Row[], count: number) => {
      const things = countThings(options.things, count);
      const sure = await ask({
        title: t(`ownership.${question}ManyTitle`, { things }),
        content: t(`ownership.${question}ManyText`),
        confirmLabel: t(`ownership.${question}`),
        cancelLabel: t('action.cancel'),
      });
      return sure ? { action } : undefined;
    };
  const mine: EntityAction<Row>[] = [
    {
      id: 'assign',
      label: t('ownership.assign'),
      icon: 'assign',
      isFor: (row) => !isAssigned(row),
      // Many go to another customer at once, wherever they were.
      isForMany: () => true,
      async run(row) {
        const customer = await chooseCustomer(t('ownership.assignTitle', { name: row.name }), t('ownership.assign'));
        if (!customer) return;
        const words = t('ownership.assigned', { name: row.name, customer: customer.label });
        await finish(calls.assign(row.id.id, customer.id), words);
      },
      async prepareBulk(_rows, count) {
        const things = countThings(options.things, count);
        const customer = await chooseCustomer(t('ownership.assignManyTitle', { things }), t('ownership.assign'));
        return customer && { action: 'ASSIGN_TO_CUSTOMER', targetId: customer.id };
      },
    },
    {
      id: 'make-public',
      label: t('ownership.makePublic'),
      icon: 'share',
      isFor: (row) => !isAssigned(row),
      async run(row) {
        if (!(await confirm(row, 'makePublic'))) return;
        await finish(calls.makePublic(row.id.id), t('ownership.isPublic', { name: row.name }));
      },
      prepareBulk: bulkOf('makePublic', 'MAKE_PUBLIC'),
    },
  ];
  const theirs: EntityAction<Row>[] = [
    {
      id: 'unassign',
      label: t('ownership.unassign'),
      icon: 'unassign',
      isFor: (row) => isAssigned(row) && !row.customerIsPublic,
      async run(row) {
        if (!(await confirm(row, 'unassign'))) return;
        await finish(calls.unassign(row.id.id), t('ownership.unassigned', { name: row.name }));
      },
      prepareBulk: bulkOf('unassign', 'UNASSIGN_FROM_CUSTOMER'),
    },
    {
      id: 'make-private',
      label: t('ownership.makePrivate'),
      icon: 'lock',
      isFor: (row) => isAssigned(row) && row.customerIsPublic,
      async run(row) {
        if (!(await confirm(row, 'makePrivate'))) return;
        await finish(calls.unassign(row.id.id), t('ownership.isPrivate', { name: row.name }));
      },
      prepareBulk: bulkOf('makePrivate', 'MAKE_PRIVATE'),
    },
  ];
  return options.ofCustomer ? theirs : [...mine, ...theirs];
}
