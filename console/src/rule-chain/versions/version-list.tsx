import '../texts/texts.ts';
import type { RuleChainVersion } from '@signalbox/contract/rule-chain-version';
import { useTranslation } from 'react-i18next';
import { getRuleChainVersions } from '../../api/rule-chain-versions.ts';
import { openDialog } from '../../app/dialogs.ts';
import { usePagedVersions } from '../../editing/use-versions.ts';
import { VersionList as AnyVersionList } from '../../editing/version-list.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { VersionDialog } from './version-dialog.tsx';

export interface VersionListProps {
  ruleChainId: string;
  readOnly: boolean;
  /** @param from the version in force, as it was shown */
  onRestore: (version: RuleChainVersion, from: RuleChainVersion | undefined) => void;
}

/** What a chain was, newest first: compare any two, and go back to any with one click. */
export function VersionList({ ruleChainId, readOnly, onRestore }: VersionListProps) {
  const { t } = useTranslation();
  // Invalid with everything else of rule chains.
  const versions = usePagedVersions(['ruleChains', 'versions', ruleChainId], (page, pageSize) =>
    getRuleChainVersions(ruleChainId, page, pageSize),
  );
  const restore = (version: RuleChainVersion, all: readonly RuleChainVersion[]) =>
    onRestore(
      version,
      all.find(({ until }) => until === null),
    );
  const compare = (version: RuleChainVersion, all: readonly RuleChainVersion[]) =>
    void openDialog((close) => (
      <VersionDialog
        ruleChainId={ruleChainId}
        versions={all}
        number={version.number}
        onRestore={
          readOnly
            ? undefined
            : (number) => {
                close();
                const wanted = all.find((one) => one.number === number);
                if (wanted) restore(wanted, all);
              }
        }
        onClose={() => close()}
      />
    ));
  return (
    <AnyVersionList
      versions={versions}
      noneText={t('rules.versions.none')}
      facts={({ cause, changes, nodes }) => [
        ...(cause === 'FOUND'
          ? []
          : [t('rules.versions.changes', { count: changes, formatted: formatNumber(changes) })]),
        t('rules.versions.nodes', { count: nodes, formatted: formatNumber(nodes) }),
      ]}
      mayRestore={({ until }) => until !== null && !readOnly}
      onCompare={compare}
      onRestore={restore}
    />
  );
}
