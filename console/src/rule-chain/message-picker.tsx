import { Box, MenuItem } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../controls/choice.ts';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { formatDateTime } from '../i18n/format.ts';
import type { ExampleMessage } from './example-message.ts';
import { messagesOfChain, messagesOfNode, type RealMessage, type StoredNode, searchMessages } from './real-messages.ts';

/** Where messages to choose from come from. */
export interface MessageSource {
  tenantId: string;
  /** The node whose script is tried; undefined: it is not stored yet. */
  node: StoredNode | undefined;
  /** All stored nodes of the chain. */
  nodes: readonly StoredNode[];
}

/** Chooses one of the last messages that entered this node, or any node of the chain, in debug mode. */
export function MessagePicker(props: { source: MessageSource; onChoose: (message: ExampleMessage) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { tenantId, node, nodes } = props.source;
  const [of, setOf] = useState<'node' | 'chain'>(node ? 'node' : 'chain');
  const [chosen, setChosen] = useState<Choice | null>(null);
  const read = (): Promise<RealMessage[]> =>
    client.fetchQuery({
      queryKey: ['rule chain messages', of, of === 'node' ? node?.id : nodes.map(({ id }) => id)],
      queryFn: () => (of === 'node' && node ? messagesOfNode(node, tenantId) : messagesOfChain(nodes, tenantId)),
      staleTime: 10_000,
      retry: false,
    });
  const labelOf = ({ ts, msgType, nodeName, text }: RealMessage) =>
    [formatDateTime(ts), msgType, ...(of === 'chain' ? [nodeName] : []), text].join(' · ');
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <SelectInput label={t('rules.test.messagesOf')} value={of} onChange={(value) => setOf(value as typeof of)}>
        {node && <MenuItem value="node">{t('rules.test.ofNode')}</MenuItem>}
        <MenuItem value="chain">{t('rules.test.ofChain')}</MenuItem>
      </SelectInput>
      <EntityPicker
        key={of}
        label={t('rules.test.message')}
        kind={`messages ${of} ${node?.id ?? ''}`}
        help={t('rules.test.messageHelp')}
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
