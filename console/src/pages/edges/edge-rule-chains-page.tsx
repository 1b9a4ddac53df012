import './texts/texts.ts';
import { Alert, Box } from '@mui/material';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import { getEdgeRuleChains, getMissingRuleChains, setEdgeRootRuleChain } from '../../api/edges.ts';
import { getRuleChains } from '../../api/rule-chains.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { ask } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import type { ChoicePage } from '../../controls/choice.ts';
import type { Column } from '../../entity-page/columns.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import { downloadChain } from '../../rule-chain/download-chain.ts';
import { type EdgePlace, edgeQuery, putAction, takeAction } from './edge-member-actions.ts';

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
const PAGE_SIZE = 50;
/** Chains of an edge among which its root is looked for. */
const MAX_CHAINS = 1000;

async function findTemplates(textSearch: string, page: number): Promise<ChoicePage> {
  const query = { pageSize: PAGE_SIZE, page, textSearch, sortProperty: 'name', sortOrder: 'ASC' as const };
  const { data, hasNext } = await getRuleChains(query, 'EDGE');
  return { choices: data.map(({ id, name }) => ({ id: id.id, label: name })), hasNext };
}

/** Chains that those on an edge lead to, and that are not on it: messages that go there are lost. */
function MissingChains({ edgeId }: { edgeId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['edge', edgeId, 'ruleChains', 'missing'],
    queryFn: () => getMissingRuleChains(edgeId),
  });
  const missing = Object.entries(data ?? {});
  if (missing.length === 0) return null;
  return (
    <Alert
      severity="warning"
      sx={{
        m: { xs: 2, sm: 4 },
        mb: 0,
        flex: 'none',
        overflowWrap: 'anywhere',
        '& ul': { m: 0, paddingInlineStart: 5 },
      }}
    >
      {t('edge.missingChains')}
      <ul>
        {missing.map(([name, targets]) => (
          <li key={name}>{t('edge.missingChain', { name, targets: targets.join(', ') })}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** The rule chains of an edge. One opens in the editor. */
export function EdgeRuleChainsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const edgeId = useParams().edgeId ?? '';
  const queryClient = useQueryClient();
  const edge = useQuery(edgeQuery(edgeId)).data;
  const rootId = edge?.rootRuleChainId?.id;
  const title = edge
    ? t('edge.placeOf', { name: edge.name, place: t('edge.manageRuleChains') })
    : t('edge.manageRuleChains');
  useSetCrumbTitle(t('edge.manageRuleChains'));
  const path = `/edgeInstances/${edgeId}/ruleChains`;
  const place = useMemo<EdgePlace>(() => ({ type: 'RULE_CHAIN', things: 'rule_chain', edgeId }), [edgeId]);
  const queryKey = useMemo(() => ['edge', edgeId, 'ruleChains'] as const, [edgeId]);
  const changed = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: ['edge', edgeId] }),
    [queryClient, edgeId],
  );
  const columns = useMemo<Column<RuleChain>[]>(
    () => [
      nameColumn('name', t('edge.name'), (row) => row.name),
      tickColumn<RuleChain>(t, 'edgeRoot', t('edge.rootChain'), (row) => row.id.id === rootId, {
        width: 120,
        priority: 1,
      }),
      createdColumn(t, 2),
    ],
    [t, rootId],
  );
  const actions = useMemo<EntityAction<RuleChain>[]>(
    () => [
      {
        id: 'open',
        label: t('edge.openChain'),
        icon: 'rules',
        primary: true,
        run: ({ id }) => navigate(`${path}/${id.id}`),
      },
      { id: 'export', label: t('action.export'), icon: 'download', run: downloadChain },
      {
        id: 'root',
        label: t('edge.setRoot'),
        icon: 'flag',
        isFor: ({ id }) => id.id !== rootId,
        async run({ id, name }) {
          const sure = await ask({
            title: t('edge.setRootTitle', { name }),
            content: t('edge.setRootText'),
            confirmLabel: t('edge.setRoot'),
            cancelLabel: t('action.cancel'),
          });
          if (!sure) return;
          await setEdgeRootRuleChain(edgeId, id.id);
          notifySuccess(t('edge.isRoot', { name }));
          changed();
        },
      },
      takeAction<RuleChain>(place, changed, ({ id }) => id.id !== rootId),
    ],
    [t, navigate, path, place, edgeId, rootId, changed],
  );
  const listActions = useMemo(() => [putAction(place, t('edge.manageRuleChains'), findTemplates)], [t, place]);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
      <MissingChains edgeId={edgeId} />
      <Box sx={{ display: 'flex', flex: 1, minWidth: 0, minHeight: 0 }}>
        <EntityPage<RuleChain>
          list="edge-ruleChains"
          things="rule_chain"
          title={title}
          path={path}
          detailsPath={`${path}/details`}
          queryKey={queryKey}
          owner={edgeQuery(edgeId)}
          load={({ link }) => getEdgeRuleChains(edgeId, link)}
          found={() => ({ edgeId })}
          countFound={async ({ link }) => {
            // The server leaves the root on its edge.
            const all = { ...link, pageSize: MAX_CHAINS, page: 0 };
            const { data, totalElements } = await getEdgeRuleChains(edgeId, all);
            return totalElements - data.filter(({ id }) => id.id === rootId).length;
          }}
          columns={columns}
          defaults={DEFAULTS}
          nameOf={(row) => row.name}
          searchPlaceholder={t('edge.search')}
          actions={actions}
          listActions={listActions}
          empty={{ icon: 'rules', title: t('edge.emptyPlaceTitle'), text: t('edge.emptyPlaceText') }}
          details={({ id }) => <Navigate replace to={`${path}/${id}`} />}
        />
      </Box>
    </Box>
  );
}
