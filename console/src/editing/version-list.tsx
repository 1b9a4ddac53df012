import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import type { Version } from '@signalbox/contract/version';
import { useTranslation } from 'react-i18next';
import { Instant } from '../controls/ago.tsx';
import { Loaded } from '../controls/loaded.tsx';
import type { PagedVersions } from './use-versions.ts';

/** A version, with what can be done with it. */
function VersionRow(props: {
  version: Version;
  facts: readonly string[];
  onCompare: () => void;
  /** Absent: it cannot be restored. */
  onRestore: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { version, onRestore } = props;
  const { number, restored, cause } = version;
  const isInForce = version.until === null;
  const facts = [
    ...(cause === 'RESTORED' ? [t('editing.versions.restoredFrom', { number: restored })] : []),
    ...(cause === 'FOUND' || cause === 'LINKS_CHANGED' ? [t(`editing.versions.cause.${cause}`)] : []),
    ...props.facts,
  ];
  return (
    <Box
      component="li"
      aria-label={t('editing.versions.version', { number })}
      sx={{
        borderInlineStart: `3px solid ${isInForce ? 'var(--ok)' : 'var(--line)'}`,
        paddingInlineStart: 3,
        py: 2,
      }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Box component="strong" sx={{ fontWeight: 600 }}>
          {t('editing.versions.version', { number })}
        </Box>
        {isInForce && (
          <Box component="span" sx={{ color: 'var(--ok)', fontSize: 13 }}>
            {t('editing.versions.inForce')}
          </Box>
        )}
        <Box component="span" sx={{ marginInlineStart: 'auto', fontSize: 13, color: 'text.secondary' }}>
          <Instant ts={version.createdTime} />
        </Box>
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {version.userName ?? t('editing.versions.platform')}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', fontSize: 13 }}>
        <Box component="span" sx={{ flex: 1, minWidth: 120 }}>
          {facts.join(' · ')}
        </Box>
        <Button size="small" aria-label={t('editing.versions.compareNamed', { number })} onClick={props.onCompare}>
          {t('editing.versions.compare')}
        </Button>
        {onRestore && (
          <Button size="small" aria-label={t('editing.versions.restoreNamed', { number })} onClick={onRestore}>
            {t('editing.versions.restore')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

export interface VersionListProps<Row extends Version> {
  versions: PagedVersions<Row>;
  /** What is said when there are none. */
  noneText: string;
  /** What a version is, beside who made it when. */
  facts: (version: Row) => readonly string[];
  mayRestore: (version: Row) => boolean;
  /** @param all those that are listed, newest first */
  onCompare: (version: Row, all: readonly Row[]) => void;
  onRestore: (version: Row, all: readonly Row[]) => void;
}

/** What something was, newest first: compare, and go back to any with one click. */
export function VersionList<Row extends Version>(props: VersionListProps<Row>) {
  const { t } = useTranslation();
  const { loading, hasMore, isLoadingMore, more } = props.versions;
  return (
    <Loaded from={loading} title={t('editing.versions.failed')}>
      {(versions) => (
        <>
          {versions.length === 0 && <Box sx={{ color: 'text.secondary' }}>{props.noneText}</Box>}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {versions.map((version) => (
              <VersionRow
                key={version.number}
                version={version}
                facts={props.facts(version)}
                onCompare={() => props.onCompare(version, versions)}
                onRestore={props.mayRestore(version) ? () => props.onRestore(version, versions) : undefined}
              />
            ))}
          </Box>
          {hasMore && (
            <Box sx={{ textAlign: 'center', mt: 2 }}>
              <Button loading={isLoadingMore} onClick={more}>
                {t('editing.versions.more')}
              </Button>
            </Box>
          )}
        </>
      )}
    </Loaded>
  );
}
