import './texts/texts.ts';
import { Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel } from '@mui/material';
import type { RuleChainType } from '@signalbox/contract/rule-chain';
import type { DeletedRuleChain, RestoredRuleChain } from '@signalbox/contract/rule-chain-version';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  forgetDeletedRuleChain,
  getDeletedRuleChains,
  restoreDeletedRuleChain,
} from '../../api/rule-chain-versions.ts';
import { openDialog } from '../../app/dialogs.ts';
import { DeletedDialog } from '../../entity-page/deleted-dialog.tsx';
import { formatNumber } from '../../i18n/format.ts';

/** Whether links of other chains to it come back as well; undefined: it stays deleted. */
function RestoreDialog(props: { chain: DeletedRuleChain; onClose: (withLinks?: boolean) => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const [withLinks, setWithLinks] = useState(false);
  const { name, links } = props.chain;
  return (
    <Dialog open maxWidth="sm" fullWidth onClose={() => props.onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('ruleChain.deleted.restoreTitle', { name })}</DialogTitle>
      <DialogContent>
        <p>{t('ruleChain.deleted.restoreText')}</p>
        <FormControlLabel
          control={<Checkbox checked={withLinks} onChange={(event) => setWithLinks(event.target.checked)} />}
          label={t('ruleChain.deleted.withLinks', { count: links, formatted: formatNumber(links) })}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => props.onClose()}>{t('action.cancel')}</Button>
        <Button variant="contained" color="primary" onClick={() => props.onClose(withLinks)}>
          {t('deleted.restore')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The rule chains that were deleted during the last 30 days. */
export function DeletedChainsDialog({ type, onClose }: { type: RuleChainType; onClose: () => void }) {
  const { t } = useTranslation();

  /** What came back, and what did not. */
  const report = ({ ruleChain, formerName, links, lost }: RestoredRuleChain): string =>
    [
      t('ruleChain.deleted.restored', { name: ruleChain.name }),
      ...(formerName === null ? [] : [t('ruleChain.deleted.renamed', { name: formerName })]),
      ...(links === 0 ? [] : [t('ruleChain.deleted.linksBack', { count: links, formatted: formatNumber(links) })]),
      ...(lost.linksToIt === 0
        ? []
        : [t('ruleChain.deleted.lostTo', { count: lost.linksToIt, formatted: formatNumber(lost.linksToIt) })]),
      ...(lost.linksFromIt === 0
        ? []
        : [t('ruleChain.deleted.lostFrom', { count: lost.linksFromIt, formatted: formatNumber(lost.linksFromIt) })]),
      ...(lost.edges === 0
        ? []
        : [t('ruleChain.deleted.lostEdges', { count: lost.edges, formatted: formatNumber(lost.edges) })]),
      ...(lost.autoAssigned ? [t('ruleChain.deleted.lostAuto')] : []),
    ].join(' ');

  const restore = async (chain: DeletedRuleChain): Promise<string | undefined> => {
    const withLinks =
      chain.links === 0 ? false : await openDialog<boolean>((close) => <RestoreDialog chain={chain} onClose={close} />);
    if (withLinks === undefined) return undefined;
    return report(await restoreDeletedRuleChain(chain.id.id, withLinks));
  };
  return (
    <DeletedDialog
      words={{
        title: t('ruleChain.deleted.title'),
        text: t('ruleChain.deleted.text'),
        search: t('ruleChain.search'),
        failed: t('ruleChain.deleted.failed'),
        none: t('ruleChain.deleted.none'),
        noneFound: t('ruleChain.deleted.noneFound'),
        forgetText: t('ruleChain.deleted.forgetText'),
      }}
      queryKey={['ruleChains', type]}
      load={(search, page, pageSize) => getDeletedRuleChains(type, search, page, pageSize)}
      facts={({ nodes }) => [t('ruleChain.deleted.nodes', { count: nodes, formatted: formatNumber(nodes) })]}
      restore={restore}
      forget={({ id }) => forgetDeletedRuleChain(id.id)}
      onClose={onClose}
    />
  );
}
