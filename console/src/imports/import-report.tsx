import { Box, LinearProgress } from '@mui/material';
import type { ImportChange } from '@signalbox/contract/bulk-import';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatRoughDuration } from '../i18n/format.ts';
import { optionalText } from '../i18n/optional-text.ts';
import type { ImportProgress } from './run-import.ts';

/** How far it is: a bar, lines, their speed and what is left. */
export function ImportBar(props: { label: string; progress: ImportProgress; lines: number; startedAt: number }) {
  const { t } = useTranslation();
  const { done } = props.progress;
  const elapsed = Math.max(1, Date.now() - props.startedAt);
  const remaining = done > 0 ? (elapsed / done) * (props.lines - done) : undefined;
  return (
    <Box>
      <LinearProgress
        variant="determinate"
        aria-label={props.label}
        value={(done / Math.max(1, props.lines)) * 100}
        sx={{ height: 6, borderRadius: '3px', mb: 2 }}
      />
      <Box className="num" aria-live="polite" sx={{ color: 'text.secondary', minHeight: 20 }}>
        {t('import.lines', { done: formatNumber(done), total: formatNumber(props.lines) })}
        {done > 0 && done < props.lines && (
          <>
            {' · '}
            {t('import.speed', { speed: formatNumber(Math.round((done / elapsed) * 1000)) })}
            {remaining !== undefined && ` · ${t('import.left', { time: formatRoughDuration(remaining) })}`}
          </>
        )}
      </Box>
    </Box>
  );
}

function Count(props: { label: string; value: number; color?: string }) {
  return (
    <Box sx={{ minWidth: 96 }}>
      <Box className="num" sx={{ fontSize: 22, fontWeight: 600, color: props.color ?? 'text.primary' }}>
        {formatNumber(props.value)}
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{props.label}</Box>
    </Box>
  );
}

/** How many lines did what, or would do. */
export function ImportCounts({ progress, isDryRun }: { progress: ImportProgress; isDryRun: boolean }) {
  const { t } = useTranslation();
  const { created, updated, unchanged, errors } = progress;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
      {(created > 0 || isDryRun) && (
        <Count label={t(isDryRun ? 'import.wouldCreate' : 'import.created')} value={created} />
      )}
      {(updated > 0 || isDryRun) && (
        <Count label={t(isDryRun ? 'import.wouldUpdate' : 'import.updated')} value={updated} />
      )}
      {unchanged > 0 && <Count label={t('import.unchanged')} value={unchanged} />}
      {errors > 0 && <Count label={t('import.errors')} value={errors} color="var(--critical)" />}
    </Box>
  );
}

function Listed(props: { title: string; children: ReactNode }) {
  return (
    <Box component="details" open sx={{ mt: 4 }}>
      <Box component="summary" sx={{ fontWeight: 580, cursor: 'pointer' }}>
        {props.title}
      </Box>
      <Box
        component="ul"
        // Long lists can be scrolled by keyboard.
        tabIndex={0}
        aria-label={props.title}
        sx={{
          m: 0,
          mt: 1,
          paddingInlineStart: '20px',
          maxHeight: 220,
          overflow: 'auto',
          fontSize: 13,
          overflowWrap: 'anywhere',
        }}
      >
        {props.children}
      </Box>
    </Box>
  );
}

/** Why lines failed, or would: the first of them. */
export function ImportFailures({ progress }: { progress: ImportProgress }) {
  const { t } = useTranslation();
  const { failures, errors } = progress;
  if (errors === 0) return null;
  return (
    <Listed title={t('import.failedLines', { formatted: formatNumber(errors) })}>
      {failures.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          {t('import.failure', { line: formatNumber(line) })} <bdi>{message}</bdi>
        </li>
      ))}
      {errors > failures.length && <li>{t('list.andMore', { formatted: formatNumber(errors - failures.length) })}</li>}
    </Listed>
  );
}

/** What the first lines would change. */
export function ImportChanges({ progress }: { progress: ImportProgress }) {
  const { t } = useTranslation();
  const { changes, created, updated, newProfiles } = progress;
  const fieldName = (field: string) => {
    const [type, ...key] = field.split(' ');
    return key.length > 0 ? key.join(' ') : optionalText(`import.field.${type}`, field);
  };
  const words = ({ fields }: ImportChange) =>
    fields.map(({ field, from, to }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: fields of a line have a fixed order
      <span key={at}>
        {at > 0 && ' · '}
        {fieldName(field)}
        {to !== null && (
          <>
            {': '}
            {from !== null && (
              <>
                <bdi>
                  <s>{from}</s>
                </bdi>{' '}
              </>
            )}
            <bdi>{to}</bdi>
          </>
        )}
      </span>
    ));
  return (
    <>
      {newProfiles.length > 0 && <Box sx={{ mt: 4 }}>{t('import.newProfiles', { names: newProfiles.join(', ') })}</Box>}
      {changes.length > 0 && (
        <Listed title={t('import.firstChanges')}>
          {changes.map((change) => (
            <li key={change.line}>
              <bdi>
                <b>{change.name}</b>
              </bdi>{' '}
              <span style={{ color: 'var(--text-2)' }}>{t(`import.action.${change.action}`)}</span>
              {change.fields.length > 0 && <> — {words(change)}</>}
            </li>
          ))}
          {created + updated > changes.length && (
            <li>{t('list.andMore', { formatted: formatNumber(created + updated - changes.length) })}</li>
          )}
        </Listed>
      )}
    </>
  );
}
