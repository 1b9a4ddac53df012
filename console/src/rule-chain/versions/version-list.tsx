import '../texts/texts.ts';
import { Box, Button } from '@mui/material';
import type { RuleChainVersion } from '@signalbox/contract/rule-chain-version';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../app/dialogs.ts';
import { Instant } from '../../controls/ago.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useVersions } from './use-versions.ts';
import { VersionDialog } from './version-dialog.tsx';

/** A version, with what can be done with it. */
function VersionRow(props: {
  version: RuleChainVersion;
  readOnly: boolean;
  onCompare: () => void;
  onRestore: () => void;
}) {
  const { t } = useTranslation();
  const { version } = props;
  const isInForce = version.until === null;
  const facts = [
    version.cause === 'RESTORED'
      ? t('rules.versions.restoredFrom', { number: version.restored })
      : version.cause === 'SAVED'
        ? undefined
        : t(`rules.versions.cause.${version.cause}`),
    version.cause === 'FOUND'
      ? undefined
      : t('rules.versions.changes', { count: version.changes, formatted: formatNumber(version.changes) }),
    t('rules.versions.nodes', { count: version.nodes, formatted: formatNumber(version.nodes) }),
  ];
  return (
    <Box
      component="li"
      aria-label={t('rules.versions.version', { number: version.number })}
      sx={{
        borderInlineStart: `3px solid ${isInForce ? 'var(--ok)' : 'var(--line)'}`,
        paddingInlineStart: 3,
        py: 2,
      }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Box component="strong" sx={{ fontWeight: 600 }}>
          {t('rules.versions.version', { number: version.number })}
        </Box>
        {isInForce && (
          <Box component="span" sx={{ color: 'var(--ok)', fontSize: 13 }}>
            {t('rules.versions.inForce')}
          </Box>
        )}
        <Box component="span" sx={{ marginInlineStart: 'auto', fontSize: 13, color: 'text.secondary' }}>
          <Instant ts={version.createdTime} />
        </Box>
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {version.userName ?? t('rules.versions.platform')}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', fontSize: 13 }}>
        <Box component="span" sx={{ flex: 1, minWidth: 120 }}>
          {facts.filter((fact) => fact !== undefined).join(' · ')}
        </Box>
        <Button
          size="small"
          aria-label={t('rules.versions.compareNamed', { number: version.number })}
          onClick={props.onCompare}
        >
          {t('rules.versions.compare')}
        </Button>
        {!isInForce && !props.readOnly && (
          <Button
            size="small"
            aria-label={t('rules.versions.restoreNamed', { number: version.number })}
            onClick={props.onRestore}
          >
            {t('rules.versions.restore')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

export interface VersionListProps {
  ruleChainId: string;
  readOnly: boolean;
  /** @param from the version in force, as it was shown */
  onRestore: (version: RuleChainVersion, from: RuleChainVersion | undefined) => void;
}

/** What a chain was, newest first: compare any two, and go back to any with one click. */
export function VersionList(props: VersionListProps) {
  const { t } = useTranslation();
  const { loading, hasMore, isLoadingMore, more } = useVersions(props.ruleChainId);
  return (
    <Loaded from={loading} title={t('rules.versions.failed')}>
      {(versions) => {
        const inForce = versions.find(({ until }) => until === null);
        const compare = (version: RuleChainVersion) =>
          void openDialog((close) => (
            <VersionDialog
              ruleChainId={props.ruleChainId}
              versions={versions}
              number={version.number}
              onRestore={
                props.readOnly
                  ? undefined
                  : (number) => {
                      close();
                      const wanted = versions.find((one) => one.number === number);
                      if (wanted) props.onRestore(wanted, inForce);
                    }
              }
              onClose={() => close()}
            />
          ));
        return (
          <>
            {versions.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('rules.versions.none')}</Box>}
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
              {versions.map((version) => (
                <VersionRow
                  key={version.number}
                  version={version}
                  readOnly={props.readOnly}
                  onCompare={() => compare(version)}
                  onRestore={() => props.onRestore(version, inForce)}
                />
              ))}
            </Box>
            {hasMore && (
              <Box sx={{ textAlign: 'center', mt: 2 }}>
                <Button loading={isLoadingMore} onClick={more}>
                  {t('rules.versions.more')}
                </Button>
              </Box>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
