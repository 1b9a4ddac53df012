import { Box, ButtonBase, Tooltip } from '@mui/material';
import type { RuleChainType } from '@signalbox/contract/rule-chain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { DRAGGED_KIND } from './canvas.tsx';
import { descriptionOf, titleOf } from './kind-words.ts';
import { CHAIN_NODE } from './model/chain.ts';
import { GROUP_COLOURS, kindsOf, NODE_GROUPS, type NodeGroup } from './node-kinds.ts';

interface Offered {
  type: string;
  title: string;
  description: string;
}

/** What can be added: found by name, dragged onto the canvas, or added by a click or Enter beside what is selected. */
export function NodeLibrary(props: { type: RuleChainType; onAdd: (type: string) => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<NodeGroup>>(new Set());
  const groups = useMemo(() => {
    const text = search.trim().toLowerCase();
    return NODE_GROUPS.map((group) => {
      const all: Offered[] =
        group === 'RULE_CHAIN'
          ? [{ type: CHAIN_NODE, title: t('rules.chainNode'), description: t('rules.chainNodeHelp') }]
          : kindsOf(group, props.type).map((kind) => ({
              type: kind.clazz,
              title: titleOf(kind),
              description: descriptionOf(kind),
            }));
      return { group, found: all.filter(({ title }) => title.toLowerCase().includes(text)) };
    }).filter(({ found }) => found.length > 0);
  }, [search, props.type, t]);
  const toggle = (group: NodeGroup) =>
    setClosed((now) => {
      const next = new Set(now);
      if (!next.delete(group)) next.add(group);
      return next;
    });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' }}>
      <Box sx={{ p: 3, pb: 2 }}>
        <TextInput
          label={t('rules.library')}
          placeholder={t('rules.findKind')}
          inputProps={{ 'data-find-kind': '' }}
          value={search}
          type="search"
          onChange={(event) => setSearch(event.target.value)}
          startAdornment={<Icon name="search" size={16} />}
        />
      </Box>
      <Box component="nav" aria-label={t('rules.library')} sx={{ overflow: 'auto', px: 3, pb: 4, flex: 1 }}>
        {groups.length === 0 && (
          <Box sx={{ color: 'text.secondary', fontSize: 13, py: 2 }}>
            {t('rules.noKind', { search: search.trim() })}
          </Box>
        )}
        {groups.map(({ group, found }) => {
          const isOpen = search.trim() !== '' || !closed.has(group);
          return (
            <Box key={group} sx={{ mt: 2 }}>
              <ButtonBase
                aria-expanded={isOpen}
                onClick={() => toggle(group)}
                sx={{
                  width: '100%',
                  justifyContent: 'space-between',
                  font: 'inherit',
                  fontSize: 11,
                  letterSpacing: '0.04em',
                  color: 'text.secondary',
                  py: 1.5,
                  borderRadius: '4px',
                }}
              >
                {t(`rules.group.${group}`)}
                <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={14} />
              </ButtonBase>
              {isOpen &&
                found.map(({ type, title, description }) => (
                  <Tooltip
                    key={type}
                    title={description}
                    describeChild
                    placement="right"
                    enterDelay={500}
                    enterNextDelay={300}
                  >
                    <ButtonBase
                      draggable
                      onDragStart={(event) => {
                        event.dataTransfer.setData(DRAGGED_KIND, type);
                        event.dataTransfer.effectAllowed = 'copy';
                      }}
                      onClick={() => props.onAdd(type)}
                      sx={{
                        display: 'flex',
                        justifyContent: 'flex-start',
                        width: '100%',
                        minHeight: 32,
                        mb: 1,
                        px: 2.5,
                        font: 'inherit',
                        fontSize: 13,
                        textAlign: 'start',
                        border: '1px solid var(--line)',
                        borderInlineStart: `3px solid ${GROUP_COLOURS[group]}`,
                        borderRadius: '6px',
                        background: 'var(--surface)',
                        cursor: 'grab',
                        '&:hover': { background: 'var(--surface-2)' },
                      }}
                    >
                      {title}
                    </ButtonBase>
                  </Tooltip>
                ))}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
