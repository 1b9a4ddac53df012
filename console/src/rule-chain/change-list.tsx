import { Box, Button } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BeforeAfter } from '../controls/before-after.tsx';
import { formatNumber } from '../i18n/format.ts';
import { type Chain, INPUT } from './model/chain.ts';
import { type Change, compareChains, sortedJson } from './model/difference.ts';

/** Characters of a note that name it. */
const SHOWN_OF_NOTES = 60;
/** Changes that are shown at a time. */
const PAGE = 200;

const COLOURS: Readonly<Record<Change['kind'], string>> = {
  nodeAdded: 'var(--ok)',
  linkAdded: 'var(--ok)',
  noteAdded: 'var(--ok)',
  noteChanged: 'var(--accent)',
  noteRemoved: 'var(--critical)',
  nodeChanged: 'var(--accent)',
  nodeRemoved: 'var(--critical)',
  linkRemoved: 'var(--critical)',
};

/** What makes one chain of another, node by node and link by link. */
export function ChangeList(props: {
  before: Chain;
  after: Chain;
  nameOf: (key: string) => string;
  /** What the two are called. */
  labels: readonly [before: string, after: string];
  /** Shows a node on the canvas; absent where there is none. */
  onShow?: (key: string) => void;
}) {
  const { t } = useTranslation();
  const { before, after, nameOf, onShow } = props;
  const changes = useMemo(() => compareChains(before, after), [before, after]);
  const [shown, setShown] = useState(PAGE);
  const name = (key: string) => (key === INPUT ? t('rules.messagesIn') : nameOf(key));
  const line = (change: Change) => {
    if ('from' in change) {
      const words = change.labels.length === 0 ? (`${change.kind}Plain` as const) : change.kind;
      return t(`rules.compare.${words}`, {
        from: name(change.from),
        to: name(change.to),
        labels: change.labels.join(', '),
      });
    }
    if ('note' in change) {
      const text = change.note.text.slice(0, SHOWN_OF_NOTES) || t('rules.note.empty');
      return t(`rules.compare.${change.kind}`, { text });
    }
    if (change.kind === 'nodeChanged') {
      const members = change.members.map((member) => t(`rules.compare.member.${member}`)).join(', ');
      return t('rules.compare.nodeChanged', { name: name(change.node.key), members });
    }
    return t(`rules.compare.${change.kind}`, { name: name(change.node.key) });
  };
  return (
    <>
      {changes.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('rules.compare.nothing')}</Box>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {changes.slice(0, shown).map((change) => {
          const node = 'node' in change ? change.node : undefined;
          const key = node ? `${change.kind} ${node.key}` : JSON.stringify(change);
          return (
            <Box
              component="li"
              key={key}
              sx={{ borderInlineStart: `3px solid ${COLOURS[change.kind]}`, paddingInlineStart: 3 }}
            >
              <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
                <span>{line(change)}</span>
                {node && onShow && change.kind !== 'nodeRemoved' && (
                  <Button size="small" onClick={() => onShow(node.key)}>
                    {t('rules.compare.show')}
                  </Button>
                )}
              </Box>
              {change.kind === 'nodeChanged' && change.members.includes('configuration') && (
                <BeforeAfter
                  before={sortedJson(change.before.configuration, 2)}
                  after={sortedJson(change.node.configuration, 2)}
                  labels={props.labels}
                />
              )}
            </Box>
          );
        })}
      </Box>
      {changes.length > shown && (
        <Button size="small" sx={{ mt: 3 }} onClick={() => setShown(shown + PAGE)}>
          {t('rules.compare.more', { formatted: formatNumber(changes.length - shown) })}
        </Button>
      )}
    </>
  );
}
