import { Box, MenuItem } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../controls/choice.ts';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { formatDateTime } from '../i18n/format.ts';
import type { ExampleMessage } from './example-message.ts';
import {
  messagesOfChain,
  messagesOfNode,
  type RealMessage,
  recordedMessages,
  type StoredNode,
  searchMessages,
} from './real-messages.ts';

/** Where messages to choose from come from. */
export interface MessageSource {
  tenantId: string;
  /** Absent: no messages run through the chain here. */
  ruleChainId: string | undefined;
  /** The node whose script is tried; undefined: it is not stored yet. */
  node: StoredNode | undefined;
  /** All stored nodes of the chain. */
  nodes: readonly StoredNode[];
}

const SOURCES = ['node', 'chain', 'nodeDebug', 'chainDebug'] as const;
type Source = (typeof SOURCES)[number];

function readMessages(of: Source, { tenantId, ruleChainId = '', node, nodes }: MessageSource): Promise<RealMessage[]> {
  switch (of) {
    case 'node':
      return recordedMessages(ruleChainId, node?.id);
    case 'chain':
      return recordedMessages(ruleChainId, undefined);
    case 'nodeDebug':
      return node ? messagesOfNode(node, tenantId) : Promise.resolve([]);
    case 'chainDebug':
      return messagesOfChain(nodes, tenantId);
  }
}

/** Chooses one of the last messages that entered this node, or any node of the chain. */
export function MessagePicker(props: { source: MessageSource; onChoose: (message: ExampleMessage) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { ruleChainId, node, nodes } = props.source;
  const offered = SOURCES.filter(
    (one) => (node || !one.startsWith('node')) && (ruleChainId !== undefined || one.endsWith('Debug')),
  );
  const [of, setOf] = useState<Source>(offered[0] ?? 'chainDebug');
  const [chosen, setChosen] = useState<Choice | null>(null);
  const read = (): Promise<RealMessage[]> =>
    client.fetchQuery({
      queryKey: ['rule chain messages', of, ruleChainId, of.startsWith('node') ? node?.id : nodes.map(({ id }) => id)],
      queryFn: () => readMessages(of, props.source),
      staleTime: 10_000,
      retry: false,
    });
  const labelOf = ({ ts, msgType, nodeName, text }: RealMessage) =>
    [formatDateTime(ts), msgType, ...(of.startsWith('chain') ? [nodeName] : []), text].join(' · ');
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', lg: '2fr 3fr' }, alignItems: 'start' }}>
      <SelectInput label={t('rules.test.messagesOf')} value={of} onChange={(value) => setOf(value as Source)}>
        {offered.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`rules.test.of.${one}`)}
          </MenuItem>
        ))}
      </SelectInput>
      <EntityPicker
        key={of}
        label={t('rules.test.message')}
        kind={`messages ${of} ${node?.id ?? ''}`}
        help={t(of.endsWith('Debug') ? 'rules.test.debugHelp' : 'rules.test.messageHelp')}
        noMatches={() => t('rules.test.noMessages')}
        value={chosen}
        load={async (search: string) =>
          searchMessages(await read(), search).map((message) => ({ id: message.id, label: labelOf(message) }))
        }
        onChange={(choice: Choice | null) => {
          setChosen(choice);
          if (!choice) return;
          void read().then((messages) => {
            const message = messages.find(({ id }) => id === choice.id);
            if (message) props.onChoose(message);
          });
        }}
      />
    </Box>
  );
}
