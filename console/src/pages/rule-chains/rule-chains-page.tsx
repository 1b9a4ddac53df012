import './texts/texts.ts';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  deleteRuleChain,
  getAutoAssigned,
  getRuleChain,
  getRuleChains,
  saveRuleChain,
  setAutoAssigned,
  setRootRuleChain,
} from '../../api/rule-chains.ts';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { attempt, type EntityAction } from '../../entity-page/entity-action.ts';
import { EntityDetails } from '../../entity-page/entity-details.tsx';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import {
  alarmsTab,
  attributesTab,
  auditTab,
  eventsTab,
  relationsTab,
  telemetryTab,
} from '../../entity-page/tabs/standard-tabs.tsx';
import { countUnmarked } from '../../entity-page/use-workable.ts';
import { downloadChain } from '../../rule-chain/download-chain.ts';
import type { ImportedChain } from '../../rule-chain/model/exchange.ts';
import { addChain } from './add-chain.ts';
import { chainForm, newChainForm } from './chain-form.ts';
import { setImportedChain } from './imported-chain.ts';
import { type ChainScope, useChainScope } from './scope.ts';

const VersionsTab = lazyPart(async () => (await import('../../rule-chain/versions/versions-tab.tsx')).VersionsTab);

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
const QUERY_KEY = ['ruleChains'] as const;

/** Chains that new edges get; of templates only. */
function useAutoAssigned({ type }: ChainScope): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: [...QUERY_KEY, 'auto'],
    queryFn: getAutoAssigned,
    enabled: type === 'EDGE',
  });
  return useMemo(() => new Set(data?.map(({ id }) => id.id)), [data]);
}

function useChainActions(scope: ChainScope, auto: ReadonlySet<string>): EntityAction<RuleChain>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMemo(() => {
    const isEdge = scope.type === 'EDGE';
    /** Asks, does it, and says that it is done. */
    const change = (
      words: 'setRoot' | 'setAuto' | 'unsetAuto',
      text: string,
      done: string,
      work: (id: string) => Promise<unknown>,
    ) =>
      async function run({ id, name }: RuleChain) {
        const sure = await ask({
          title: t(`ruleChain.${words}Title`, { name }),
          content: text,
          confirmLabel: t(`ruleChain.${words}`),
          cancelLabel: t('action.cancel'),
        });
        if (!sure) return;
        await work(id.id);
        await client.invalidateQueries({ queryKey: QUERY_KEY });
        notifySuccess(t(done, { name }));
      };
    return [
      {
        id: 'open',
        label: t('ruleChain.open'),
        icon: 'rules',
        primary: true,
        run: (chain) => navigate(`${scope.path}/${chain.id.id}`),
      },
      { id: 'export', label: t('action.export'), icon: 'download', run: downloadChain },
      {
        id: 'root',
        label: t('ruleChain.setRoot'),
        icon: 'flag',
        isFor: ({ root }) => !root,
        run: change(
          'setRoot',
          t(isEdge ? 'ruleChain.setTemplateRootText' : 'ruleChain.setRootText'),
          'ruleChain.isRoot',
          (id) => setRootRuleChain(id, scope.type),
        ),
      },
      ...(isEdge
        ? ([
            {
              id: 'auto',
              label: t('ruleChain.setAuto'),
              icon: 'bookmark',
              isFor: ({ id, root }) => !root && !auto.has(id.id),
              run: change('setAuto', t('ruleChain.setAutoText'), 'ruleChain.isAuto', (id) => setAutoAssigned(id, true)),
            },
            {
              id: 'no-auto',
              label: t('ruleChain.unsetAuto'),
              icon: 'bookmark',
              isFor: ({ id, root }) => !root && auto.has(id.id),
              run: change('unsetAuto', t('ruleChain.unsetAutoText'), 'ruleChain.isNotAuto', (id) =>
                setAutoAssigned(id, false),
              ),
            },
          ] satisfies EntityAction<RuleChain>[])
        : []),
    ];
  }, [t, navigate, client, scope, auto]);
}

/** The rule chains of the tenant, or those for its edges. */
export function RuleChainsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scope = useChainScope();
  const isEdge = scope.type === 'EDGE';
  const auto = useAutoAssigned(scope);
  const actions = useChainActions(scope, auto);
  const form = useMemo(() => chainForm(t, scope.type), [t, scope.type]);
  const columns = useMemo<Column<RuleChain>[]>(
    () => [
      nameColumn('name', t('ruleChain.name'), (row) => row.name),
      tickColumn<RuleChain>(t, 'root', t(isEdge ? 'ruleChain.templateRoot' : 'ruleChain.root'), (row) => row.root, {
        width: 120,
        priority: 1,
        exported: 'root',
      }),
      ...(isEdge
        ? [
            tickColumn<RuleChain>(t, 'auto', t('ruleChain.auto'), (row) => row.root || auto.has(row.id.id), {
              width: 130,
              priority: 2,
            }),
          ]
        : []),
      createdColumn(t, 3),
    ],
    [t, isEdge, auto],
  );
  const listActions = useMemo<ListAction[]>(
    () => [
      {
        id: 'import',
        label: t('ruleChain.importTitle'),
        shortLabel: t('ruleChain.importAction'),
        icon: 'upload',
        keys: 'I',
        run: () =>
          attempt(async () => {
            const { ImportChainDialog } = await import('./import-dialog.tsx');
            const imported = await openDialog<ImportedChain>((close) => (
              <ImportChainDialog type={scope.type} close={close} />
            ));
            if (!imported) return;
            setImportedChain(imported);
            await navigate(`${scope.path}/ruleChain/import`);
          }),
      },
      {
        id: 'deleted',
        label: t('ruleChain.deleted.title'),
        icon: 'delete',
        run: () =>
          attempt(async () => {
            const { DeletedChainsDialog } = await import('./deleted-chains-dialog.tsx');
            await openDialog((close) => <DeletedChainsDialog type={scope.type} onClose={close} />);
          }),
      },
    ],
    [t, navigate, scope],
  );
  const deletion = useMemo(
    () => ({
      remove: (chain: RuleChain) => deleteRuleChain(chain.id.id),
      isFor: (chain: RuleChain) => !chain.root,
      consequences: async () => [t('ruleChain.deleteText')],
      isKept: true as const,
    }),
    [t],
  );
  return (
    <EntityPage<RuleChain>
      list={isEdge ? 'ruleChainTemplates' : 'ruleChains'}
      things="rule_chain"
      title={t(isEdge ? 'ruleChain.templates' : 'ruleChain.ruleChains')}
      path={scope.path}
      detailsPath={`${scope.path}/details`}
      queryKey={QUERY_KEY}
      load={({ link }) => getRuleChains(link, scope.type)}
      found={() => ({ type: scope.type })}
      countFound={countUnmarked(
        (link) => getRuleChains(link, scope.type),
        'root',
        ({ root }) => root,
      )}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.name}
      searchPlaceholder={t('ruleChain.search')}
      actions={actions}
      listActions={listActions}
      deletion={deletion}
      add={{
        label: t('ruleChain.add'),
        dialog: async () => (close) => (
          <AddDialog
            title={t('ruleChain.add')}
            form={newChainForm(t, form, scope.type)}
            save={(body, { forDevices }) => addChain(body, forDevices === true)}
            close={close}
          />
        ),
        addedWords: ({ name }) => t('list.added', { name }),
      }}
      empty={{ icon: 'rules', title: t('ruleChain.empty'), text: t('ruleChain.emptyText') }}
      details={(controls) => (
        <EntityDetails
          controls={controls}
          queryKey={QUERY_KEY}
          load={getRuleChain}
          kind={t('ruleChain.ruleChain')}
          describe={(chain: RuleChain) => {
            const entity = { entityType: 'RULE_CHAIN', id: chain.id.id } as const;
            return {
              title: chain.name,
              subtitle: t(isEdge ? 'ruleChain.template' : 'ruleChain.ruleChain'),
              form,
              save: saveRuleChain,
              tabs: [
                {
                  id: 'versions',
                  label: t('ruleChain.versions'),
                  render: () => <VersionsTab key={entity.id} ruleChainId={entity.id} />,
                },
                attributesTab(t, entity, { editable: true }),
                telemetryTab(t, entity),
                alarmsTab(t, entity),
                eventsTab(t, entity, chain.tenantId.id),
                relationsTab(t, entity, true),
                auditTab(t, entity),
              ],
            };
          }}
        />
      )}
    />
  );
}
