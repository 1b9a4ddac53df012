import { Box, Button, IconButton, Tab, Tabs, Typography } from '@mui/material';
import type { RuleChainType } from '@signalbox/contract/rule-chain';
import type { FormField, ScriptKind } from '@signalbox/contract/rule-nodes/form-fields';
import { nodeHelpId } from '@signalbox/contract/rule-nodes/help-id';
import { DEFAULT_TEXT_LENGTH } from '@signalbox/contract/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { openDialog } from '../app/dialogs.ts';
import type { Choice, ChoicePage } from '../controls/choice.ts';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { SkeletonLines } from '../controls/states.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { checkConfiguration } from './check-configuration.ts';
import type { ExampleMessage } from './example-message.ts';
import { NodeFields } from './fields/node-fields.tsx';
import { focusSoon } from './focus-soon.ts';
import { CONFIGURATION_TEXT, JsonConfiguration } from './json-configuration.tsx';
import { saidKind, titleOf } from './kind-words.ts';
import { LabelsInput } from './labels-dialog.tsx';
import {
  CHAIN_NODE,
  type Chain,
  type ChainLink,
  type ChainNode,
  findNode,
  INPUT,
  linkKey,
  linkTargets,
} from './model/chain.ts';
import { nameProblem } from './model/problems.ts';
import { groupOf, kindOf } from './node-kinds.ts';
import { latestMessageOf, type StoredNode } from './real-messages.ts';
import { ScriptTestDialog } from './test-dialog.tsx';

const EventsTab = lazyPart(async () => (await import('../entity-page/tabs/events-tab.tsx')).EventsTab);

const HelpTab = lazyPart(async () => (await import('../help/reading/help-tab.tsx')).HelpTab);

/** ms that the test of a script waits for a message to begin with */
const EXAMPLE_WAIT = 1_500;

export type NodeChange = (key: string, change: Partial<ChainNode>, label: string, group?: string) => void;

export function Panel(props: { title: string; subtitle: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, p: 4, pb: 2 }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box component="h2" dir="auto" sx={{ m: 0, fontSize: 16, fontWeight: 650, overflowWrap: 'anywhere' }}>
            {props.title}
          </Box>
          <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>{props.subtitle}</Box>
        </Box>
        <IconButton size="small" aria-label={t('rules.closePanel')} onClick={props.onClose}>
          <Icon name="close" />
        </IconButton>
      </Box>
      {props.children}
    </>
  );
}

/** Links that leave a node, with a way to make and change them that needs no pointer. */
/** Nodes to link with that are listed at a time. */
const TARGETS_PAGE = 50;

function LinksOf(props: {
  chain: Chain;
  node: ChainNode;
  nameOf: (key: string) => string;
  readOnly: boolean;
  onLink: (from: string, to: string) => void;
  onOpen: (link: ChainLink) => void;
}) {
  const { t } = useTranslation();
  const { chain, node, nameOf } = props;
  const links = chain.links.filter(({ from }) => from === node.key);
  const [adding, setAdding] = useState<Choice | null>(null);
  const targets = useMemo(() => linkTargets(chain, node.key), [chain, node.key]);
  const offerId = useId();
  /** Names what there is to choose from, of which a large chain has thousands. */
  const offer = useRef({ targets, version: 0 });
  if (offer.current.targets !== targets) offer.current = { targets, version: offer.current.version + 1 };
  return (
    <Box component="section" aria-label={t('rules.links')} sx={{ display: 'grid', gap: 1 }}>
      <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 550 }}>
        {t('rules.links')}
      </Box>
      {links.length === 0 && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('rules.noLinks')}</Box>}
      {links.map((link) => (
        <Button
          key={linkKey(link)}
          size="small"
          onClick={() => props.onOpen(link)}
          sx={{ justifyContent: 'flex-start', textAlign: 'start', fontWeight: 400 }}
        >
          {t('rules.linkTo', { labels: link.labels.join(', '), name: nameOf(link.to) })}
        </Button>
      ))}
      {!props.readOnly && targets.length > 0 && (
        <div data-link-with="">
          <EntityPicker
            label={t('rules.linkWith')}
            kind={`nodes ${node.key} ${offerId} ${offer.current.version}`}
            value={adding}
            load={async (search: string, page: number) => {
              const found = targets
                .map(({ key }) => ({ id: key, label: nameOf(key) }))
                .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
              const from = page * TARGETS_PAGE;
              return { choices: found.slice(from, from + TARGETS_PAGE), hasNext: found.length > from + TARGETS_PAGE };
            }}
            onChange={(choice: Choice | null) => {
              setAdding(null);
              if (choice) props.onLink(node.key, choice.id);
            }}
          />
        </div>
      )}
    </Box>
  );
}

/** Of a node that is stored and has events. */
const storedNode = ({ id, name, type, debugMode }: ChainNode): StoredNode | undefined =>
  id === null || type === CHAIN_NODE ? undefined : { id, name, debugMode };

/** Whether a field offers what is in messages. */
const showsMessages = (field: FormField): boolean =>
  field.control === 'script' || ('isPattern' in field && field.isPattern === true);

interface PanelProps {
  chain: Chain;
  type: RuleChainType;
  ruleChainId: string;
  tenantId: string;
  nameOf: (key: string) => string;
  /** Finds the chains that a node may lead to. */
  findChains: (search: string, page: number) => Promise<ChoicePage>;
  /** Whether the chain that the node leads to is not here. */
  isTargetGone: boolean;
  /** Whether messages come back from the chain that the node leads to. */
  leadsBack: boolean;
  /** The configuration as it is typed, while it is no JSON object. */
  unread: string | undefined;
  onUnread: (text: string | undefined) => void;
  readOnly: boolean;
  onChange: NodeChange;
  onLink: (from: string, to: string) => void;
  onOpenLink: (link: ChainLink) => void;
  onClose: () => void;
}

/** A node: its settings, the messages that it saw in debug mode, and what its kind does. */
export function NodePanel(props: PanelProps & { node: ChainNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { node, unread, readOnly, onChange } = props;
  const kind = kindOf(node.type);
  const isChain = node.type === CHAIN_NODE;
  const [tab, setTab] = useState<'settings' | 'events' | 'help'>('settings');
  const [asJson, setAsJson] = useState(unread !== undefined);
  // Chains of edges run there, and one that is imported runs nowhere yet.
  const runsHere = props.type === 'CORE' && props.ruleChainId !== 'import' ? props.ruleChainId : undefined;
  const client = useQueryClient();
  const latest = {
    queryKey: ['rule node example', node.id],
    queryFn: async () => (await latestMessageOf(node.id ?? '', runsHere)) ?? null,
    staleTime: 30_000,
    retry: false,
  };
  const hasMessages = node.id !== null && kind !== undefined && Object.values(kind.fields).some(showsMessages);
  const example = useQuery({ ...latest, enabled: hasMessages }).data;
  /** The last message, as far as it is there soon. */
  const exampleSoon = (): Promise<ExampleMessage | null> => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, EXAMPLE_WAIT, null));
    return hasMessages ? Promise.race([client.fetchQuery(latest).catch(() => null), late]) : Promise.resolve(null);
  };
  const problems = checkConfiguration(node);
  const tabs = [
    'settings' as const,
    ...(node.id === null || isChain ? [] : (['events'] as const)),
    ...(isChain ? [] : (['help'] as const)),
  ];
  const shown = tabs.includes(tab) ? tab : 'settings';
  const group = groupOf(node.type);
  const set = (change: Partial<ChainNode>, member: string, isTyped = true) =>
    onChange(
      node.key,
      change,
      t('rules.step.change', { name: node.name }),
      isTyped ? `${node.key} ${member}` : undefined,
    );

  async function test(member: string) {
    const field = kind?.fields[member];
    if (field?.control !== 'script') return;
    const begin = example ?? (await exampleSoon());
    const script = await openDialog<string>((close) => (
      <ScriptTestDialog
        kind={field.script as ScriptKind}
        script={String(node.configuration[member] ?? '')}
        example={begin ?? undefined}
        messages={{
          tenantId: props.tenantId,
          ruleChainId: runsHere,
          node: storedNode(node),
          nodes: props.chain.nodes.flatMap((one) => storedNode(one) ?? []),
        }}
        readOnly={readOnly}
        onSave={close}
        onClose={() => close()}
      />
    ));
    if (script !== undefined) set({ configuration: { ...node.configuration, [member]: script } }, member, false);
  }

  const nameError = nameProblem(node.name);
  const targetError = node.target === null ? 'target' : props.isTargetGone ? 'targetGone' : undefined;
  return (
    <Panel
      title={isChain ? props.nameOf(node.key) : node.name}
      subtitle={
        isChain
          ? t('rules.chainNode')
          : `${t(`rules.group.${group}`)} · ${kind ? titleOf(kind) : t('rules.unknownKind')}`
      }
      onClose={props.onClose}
    >
      {tabs.length > 1 && (
        <Tabs
          value={shown}
          onChange={(_event, next: typeof tab) => setTab(next)}
          sx={{ px: 4, borderBottom: '1px solid var(--line)' }}
        >
          {tabs.map((id) => (
            <Tab key={id} value={id} label={t(`rules.tab.${id}`)} />
          ))}
        </Tabs>
      )}
      <Box role="tabpanel" aria-label={t(`rules.tab.${shown}`)} sx={{ flex: 1, overflow: 'auto', p: 4 }}>
        {shown === 'settings' && (
          <Box sx={{ display: 'grid', gap: 4 }}>
            {isChain ? (
              <>
                <EntityPicker
                  label={t('rules.targetChain')}
                  kind={`chains ${props.type}`}
                  required
                  disabled={readOnly}
                  error={targetError && t(`rules.problem.${targetError}`)}
                  value={node.target === null ? null : { id: node.target, label: props.nameOf(node.key) }}
                  load={props.findChains}
                  onChange={(choice: Choice | null) => set({ target: choice?.id ?? null }, 'target', false)}
                />
                {props.leadsBack && (
                  <Typography variant="body2" sx={{ color: 'var(--text-2)' }}>
                    {t('rules.problem.leadsBack', { name: props.nameOf(node.key) })}
                  </Typography>
                )}
                {node.target !== null && (
                  <Button
                    variant="outlined"
                    startIcon={<Icon name="rules" size={16} />}
                    onClick={() => void navigate(`../${node.target}`, { relative: 'path' })}
                  >
                    {t('rules.openChain')}
                  </Button>
                )}
              </>
            ) : (
              <>
                <TextInput
                  label={t('rules.name')}
                  required
                  disabled={readOnly}
                  value={node.name}
                  error={nameError && t(`rules.problem.${nameError}`, { max: DEFAULT_TEXT_LENGTH })}
                  onChange={(event) => set({ name: event.target.value }, 'name')}
                />
                <SwitchInput
                  label={t('rules.debugMode')}
                  checked={node.debugMode}
                  disabled={readOnly}
                  onChange={(checked) => set({ debugMode: checked }, 'debugMode', false)}
                />
                {kind && !asJson && unread === undefined ? (
                  <NodeFields
                    key={node.key}
                    kind={saidKind(kind)}
                    configuration={node.configuration}
                    problems={problems}
                    readOnly={readOnly}
                    example={example ?? undefined}
                    onChange={(member, configuration) => set({ configuration }, member)}
                    onTest={(member) => void test(member)}
                  />
                ) : (
                  <>
                    {!kind && <Box role="note">{t('rules.unknownClass', { clazz: node.type })}</Box>}
                    <JsonConfiguration
                      key={node.key}
                      value={node.configuration}
                      unread={unread}
                      readOnly={readOnly}
                      onChange={(configuration) => set({ configuration }, 'configuration')}
                      onUnread={props.onUnread}
                    />
                  </>
                )}
                {kind && (
                  <Box>
                    <Button
                      size="small"
                      startIcon={<Icon name="code" size={16} />}
                      onClick={() => (unread === undefined ? setAsJson(!asJson) : focusSoon(CONFIGURATION_TEXT))}
                    >
                      {t(asJson ? 'rules.asForm' : 'rules.asJson')}
                    </Button>
                  </Box>
                )}
                <LinksOf {...props} onOpen={props.onOpenLink} />
              </>
            )}
            <TextInput
              label={t('rules.description')}
              multiline
              minRows={2}
              maxRows={6}
              disabled={readOnly}
              value={node.description}
              onChange={(event) => set({ description: event.target.value }, 'description')}
            />
          </Box>
        )}
        {shown === 'events' && node.id !== null && (
          <Suspense fallback={<SkeletonLines count={4} />}>
            {!node.debugMode && <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 2 }}>{t('rules.eventsOff')}</Box>}
            <EventsTab entity={{ entityType: 'RULE_NODE', id: node.id }} tenantId={props.tenantId} />
          </Suspense>
        )}
        {shown === 'help' && (
          <Suspense fallback={<SkeletonLines count={6} />}>
            {!kind && <Box sx={{ mb: 3 }}>{t('rules.unknownClass', { clazz: node.type })}</Box>}
            <HelpTab helpId={kind ? nodeHelpId(kind) : 'rules/rule-engine'} />
          </Suspense>
        )}
      </Box>
    </Panel>
  );
}

/** A link: its labels. */
export function LinkPanel(props: {
  chain: Chain;
  from: string;
  to: string;
  labels: readonly string[];
  nameOf: (key: string) => string;
  readOnly: boolean;
  onChange: (labels: readonly string[]) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const from = findNode(props.chain, props.from);
  return (
    <Panel
      title={t('rules.link')}
      subtitle={t('rules.linkBetween', {
        from: props.from === INPUT ? t('rules.messagesIn') : props.nameOf(props.from),
        to: props.nameOf(props.to),
      })}
      onClose={props.onClose}
    >
      <Box sx={{ p: 4, display: 'grid', gap: 4 }}>
        {from && (
          <LabelsInput
            node={from}
            value={props.labels}
            disabled={props.readOnly}
            error={props.labels.length === 0 ? t('rules.labelNeeded') : undefined}
            onChange={(labels) => labels.length > 0 && props.onChange(labels)}
          />
        )}
        {!props.readOnly && (
          <Box>
            <Button color="error" startIcon={<Icon name="delete" size={16} />} onClick={props.onRemove}>
              {t('rules.removeLink')}
            </Button>
          </Box>
        )}
      </Box>
    </Panel>
  );
}
