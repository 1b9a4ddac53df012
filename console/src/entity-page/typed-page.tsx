import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { getCustomer, isPublicCustomer } from '../api/customers.ts';
import { useSetCrumbTitle } from '../app/crumb-title.ts';
import { useSession } from '../app/session.ts';
import { assignableTo } from '../controls/entity-choices.ts';
import { lazyPart } from '../controls/lazy-part.tsx';
import type { Column } from './columns.ts';
import { customerFilter, ownerAsked } from './customer-filter.ts';
import { attempt, type EntityAction } from './entity-action.ts';
import type { DetailsControls } from './entity-details.tsx';
import { EntityPage } from './entity-page.tsx';
import type { ListFilter } from './filter-chip.tsx';
import type { ListAction } from './list-header.tsx';
import type { ListDefaults } from './list-state.ts';
import { ownershipActions } from './ownership-actions.ts';
import { createdColumn, nameColumn, textColumn, tickColumn } from './standard-columns.tsx';
import type { Typed, TypedKind, TypedWords } from './typed-kind.ts';
import { customerQuery, useCustomer } from './use-customer.ts';
import { useImportAction } from './use-import-action.ts';

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

function useColumns<Info extends Typed>(
  { columns }: TypedKind<Info>,
  words: TypedWords,
  withCustomer: boolean,
): Column<Info>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      nameColumn<Info>('name', words.name, (row) => row.name),
      textColumn<Info>('type', words.type, (row) => row.type, { width: 140, priority: 1 }),
      ...(columns?.(t) ?? []),
      ...(withCustomer
        ? [
            textColumn<Info>(
              'customer',
              t('ownership.customer'),
              (row) => (row.customerIsPublic ? '' : row.customerTitle),
              { width: 160, priority: 3, sortProperty: 'customerTitle' },
            ),
            tickColumn<Info>(t, 'public', t('ownership.public'), (row) => row.customerIsPublic, {
              width: 80,
              priority: 5,
              exported: 'customerIsPublic',
            }),
          ]
        : []),
      createdColumn<Info>(t, 4),
    ],
    [t, words, columns, withCustomer],
  );
}

function useFilters<Info extends Typed>(
  { api }: TypedKind<Info>,
  words: TypedWords,
  withCustomer: boolean,
): ListFilter[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        name: 'type',
        label: words.type,
        load: async (search: string) =>
          (await api.types())
            .filter((type) => type.toLowerCase().includes(search.toLowerCase()))
            .map((type) => ({ id: type, label: type })),
        labelOf: async (type: string) => type,
      },
      ...(withCustomer ? [customerFilter(t)] : []),
    ],
    [t, words, api, withCustomer],
  );
}

/** The title of the page; that of a customer's entities names it. */
function useTitle(words: TypedWords, customerId: string | undefined): string {
  const customer = useCustomer(customerId);
  const title = !customer ? words.many : isPublicCustomer(customer) ? words.ofPublic : words.ofCustomer(customer.title);
  useSetCrumbTitle(customerId ? title : undefined);
  return title;
}

/** The details of a kind with its form, which are loaded when they are opened. */
function detailsOf<Info extends Typed>(kind: TypedKind<Info>) {
  return lazyPart<{ controls: DetailsControls<Info> }>(async () => {
    const [{ TypedDetails }, form] = await Promise.all([import('./typed-details.tsx'), kind.loadForm()]);
    return ({ controls }) => <TypedDetails kind={kind} form={form} controls={controls} />;
  });
}

/** The entities of a kind: of the tenant, of one customer of it, or of the customer that is signed in. */
export function TypedPage<Info extends Typed>({ kind }: { kind: TypedKind<Info> }) {
  const { entityType, things, api } = kind;
  const { t } = useTranslation();
  const words = useMemo(() => kind.words(t), [kind, t]);
  const queryClient = useQueryClient();
  const { authority, user } = useSession();
  const params = useParams();
  const isTenant = authority === 'TENANT_ADMIN';
  /** The customer on whose page this is, for an administrator. */
  const ofCustomer = isTenant ? params.customerId : undefined;
  const customerId = isTenant ? params.customerId : user?.customerId.id;
  const ofAll = isTenant && ofCustomer === undefined;
  const queryKey = useMemo(() => [things, customerId ?? 'tenant'] as const, [things, customerId]);
  const changed = useCallback(() => void queryClient.invalidateQueries({ queryKey: [things] }), [queryClient, things]);
  const actions = useMemo<EntityAction<Info>[]>(
    () => [
      ...(kind.actions?.(t, isTenant) ?? []),
      ...(isTenant ? ownershipActions<Info>(t, api, { things, ofCustomer: ofCustomer !== undefined, changed }) : []),
    ],
    [t, kind, api, things, isTenant, ofCustomer, changed],
  );
  const Details = useMemo(() => detailsOf(kind), [kind]);
  const deletion = useMemo(
    () => ({
      remove: (row: Info) => api.remove(row.id.id),
      consequences: async (_rows: readonly Info[], count: number) => [count > 1 ? words.deleteMany : words.deleteOne],
    }),
    [api, words],
  );
  const imports = useImportAction(ofAll ? kind.imported : undefined, changed);
  const listActions = useMemo<readonly ListAction[]>(
    () =>
      ofCustomer === undefined
        ? imports
        : [
            {
              id: 'assign-existing',
              label: words.assignExisting,
              shortLabel: t('ownership.assignShort'),
              icon: 'assign',
              run: () =>
                attempt(async () => {
                  const [customer, { chooseAndDo }] = await Promise.all([
                    getCustomer(ofCustomer),
                    import('./choose-many-dialog.tsx'),
                  ]);
                  await chooseAndDo({
                    title: words.assignExistingTitle(customer.title),
                    label: words.many,
                    kind: `${things} for ${ofCustomer}`,
                    confirmLabel: t('ownership.assign'),
                    allLabel: words.alsoOfOthers,
                    load: (search, page, all) => assignableTo(entityType, ofCustomer, search, page, all),
                    work: { entityType, action: 'ASSIGN_TO_CUSTOMER', targetId: ofCustomer },
                  });
                }),
            },
          ],
    [t, words, things, entityType, imports, ofCustomer],
  );
  const empty = ofAll ? 'empty' : isTenant ? 'emptyOfCustomer' : 'emptyMine';

  return (
    <EntityPage<Info, Info>
      list={`${things}s`}
      things={things}
      title={useTitle(words, ofCustomer)}
      path={ofCustomer ? `/customers/${ofCustomer}${kind.path}` : kind.path}
      queryKey={queryKey}
      owner={ofCustomer === undefined ? undefined : customerQuery(ofCustomer)}
      load={({ link, filters: { customerId: filtered, ...filters } }) => {
        const { customerId: owner, unassigned } = ownerAsked(filtered, customerId);
        return api.find(owner, { ...link, ...filters, unassigned });
      }}
      found={({ customerId: filtered, ...filters }) => ({ ...filters, ...ownerAsked(filtered, customerId) })}
      columns={useColumns(kind, words, ofAll)}
      defaults={DEFAULTS}
      filters={useFilters(kind, words, ofAll)}
      nameOf={(row) => row.name}
      searchPlaceholder={words.search}
      actions={actions}
      deletion={ofAll ? deletion : undefined}
      listActions={listActions}
      add={
        isTenant
          ? {
              label: words.add,
              dialog: async () => {
                const [{ AddDialog }, form] = await Promise.all([import('./add-dialog.tsx'), kind.loadForm()]);
                return (close) => (
                  <AddDialog
                    title={words.addTitle}
                    form={form(t, kind, isTenant)}
                    save={(body) =>
                      api.save(ofCustomer ? { ...body, customerId: { entityType: 'CUSTOMER', id: ofCustomer } } : body)
                    }
                    close={close}
                  />
                );
              },
              addedWords: ({ name }) => t('list.added', { name }),
            }
          : undefined
      }
      empty={{ icon: kind.icon, ...words[empty] }}
      onNearRows={Details.preload}
      details={(controls) => <Details controls={controls} />}
    />
  );
}
