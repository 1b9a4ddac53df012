import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, useMediaQuery } from '@mui/material';
import type { RuleChainVersion } from '@signalbox/contract/rule-chain-version';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRuleChainVersion } from '../../api/rule-chain-versions.ts';
import { allOf, Loaded } from '../../controls/loaded.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { ChangeList } from '../change-list.tsx';
import { CHAIN_NODE, type Chain, EMPTY_CHAIN, findNode } from '../model/chain.ts';
import { fromMetadata } from '../model/exchange.ts';
import { useTargets } from '../use-targets.ts';

/** A version as it is drawn; before the first one there was nothing. */
function useVersion(ruleChainId: string, number: number) {
  return useQuery({
    queryKey: ['rule chain version', ruleChainId, number],
    queryFn: async (): Promise<Chain> =>
      number === 0 ? EMPTY_CHAIN : fromMetadata((await getRuleChainVersion(ruleChainId, number)).metadata),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

function Changes({ before, after }: { before: Chain; after: Chain }) {
  const { t } = useTranslation();
  const names = new Map([...useTargets(before).names, ...useTargets(after).names]);
  const nameOf = (key: string) => {
    const node = findNode(after, key) ?? findNode(before, key);
    if (node?.type !== CHAIN_NODE) return node?.name ?? '';
    return (node.target === null ? undefined : names.get(node.target)) ?? t('rules.unresolved');
  };
  return (
    <ChangeList
      before={before}
      after={after}
      nameOf={nameOf}
      labels={[t('rules.versions.from'), t('rules.versions.to')]}
    />
  );
}

/** What is different between two versions of a chain; at first, what one made of the one before it. */
export function VersionDialog(props: {
  ruleChainId: string;
  versions: readonly RuleChainVersion[];
  /** The one that was chosen. */
  number: number;
  /** Absent: this user may not. */
  onRestore: ((number: number) => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const small = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const { versions } = props;
  const inForce = versions.find(({ until }) => until === null);
  const older = versions.find(({ number }) => number < props.number);
  const isInForce = props.number === inForce?.number;
  const [from, setFrom] = useState(isInForce ? (older?.number ?? 0) : props.number);
  const [to, setTo] = useState(isInForce ? props.number : (inForce?.number ?? props.number));
  const loading = allOf(useVersion(props.ruleChainId, from), useVersion(props.ruleChainId, to));
  const labelOf = (version: RuleChainVersion) =>
    version.until === null
      ? t('rules.versions.choiceInForce', { number: version.number })
      : t('rules.versions.choice', {
          number: version.number,
          at: formatDateTime(version.createdTime),
          who: version.userName ?? t('editing.versions.platform'),
        });
  const choice = (label: string, value: number, set: (number: number) => void, withNothing: boolean) => (
    <SelectInput label={label} value={String(value)} onChange={(chosen) => set(Number(chosen))}>
      {versions.map((version) => (
        <MenuItem key={version.number} value={String(version.number)}>
          {labelOf(version)}
        </MenuItem>
      ))}
      {withNothing && <MenuItem value="0">{t('rules.versions.nothing')}</MenuItem>}
    </SelectInput>
  );
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('rules.versions.compareTitle')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4, mb: 4 }}>
          {choice(t('rules.versions.from'), from, setFrom, true)}
          {choice(t('rules.versions.to'), to, setTo, false)}
        </Box>
        <Loaded from={loading} title={t('editing.versions.failed')}>
          {([before, after]) => <Changes before={before} after={after} />}
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
        {props.onRestore && !isInForce && (
          <Button variant="contained" color="primary" onClick={() => props.onRestore?.(props.number)}>
            {t('rules.versions.restoreThis', { number: props.number })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
