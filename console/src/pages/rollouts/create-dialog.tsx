import './texts/texts.ts';
import { Box } from '@mui/material';
import { type RolloutInput, rolloutInputSchema } from '@signalbox/contract/rollout';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createRollout, previewRollout, type RolloutRow } from '../../api/rollouts.ts';
import { errorText } from '../../controls/error-text.ts';
import { useDebounced } from '../../controls/use-debounced.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { createForm, createSteps, inputOf } from './create-form.ts';
import { ROLLOUTS } from './query-key.ts';

/** ms without a change after which waves are counted */
const PAUSE = 400;

/** How many devices each wave would have. */
function Preview({ input }: { input: RolloutInput }) {
  const { t } = useTranslation();
  const text = useDebounced(JSON.stringify(input), PAUSE);
  const isComplete = rolloutInputSchema.safeParse(JSON.parse(text)).success;
  const query = useQuery({
    queryKey: [...ROLLOUTS, 'preview', text],
    queryFn: () => previewRollout(JSON.parse(text) as RolloutInput),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data, error } = query;
  const devices = (count: number) => t('rollouts.devicesOf', { count, formatted: formatNumber(count) });
  return (
    <Box
      role="status"
      aria-label={t('rollouts.preview')}
      sx={{ mt: 4, p: 3, border: '1px solid var(--line)', borderRadius: '8px', fontSize: 13 }}
    >
      <Box sx={{ fontWeight: 580, mb: 1 }}>{t('rollouts.preview')}</Box>
      {!isComplete ? (
        t('rollouts.previewLater')
      ) : error ? (
        <Box sx={{ color: 'var(--critical)' }}>{errorText(error)}</Box>
      ) : !data ? (
        t('rollouts.counting')
      ) : (
        <Box className="num" sx={{ display: 'grid', gap: 1 }}>
          {data.waves.map((count, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: waves have no other name than their place
            <span key={at}>{t('rollouts.waveHas', { wave: formatNumber(at + 1), devices: devices(count) })}</span>
          ))}
          {data.leftOut > 0 && <span>{t('rollouts.leftOut', { devices: devices(data.leftOut) })}</span>}
        </Box>
      )}
    </Box>
  );
}

/** Says what goes to which devices in which waves; nothing begins before it is started. */
export function CreateDialog(props: { packageId?: string | undefined; close: (saved?: RolloutRow) => void }) {
  const { t } = useTranslation();
  const { packageId } = props;
  const form = useMemo(() => createForm(t, packageId), [t, packageId]);
  const steps = useMemo(() => createSteps(t), [t]);
  return (
    <AddDialog title={t('rollouts.addTitle')} form={form} steps={steps} save={createRollout} close={props.close}>
      {(values) => <Preview input={inputOf(values)} />}
    </AddDialog>
  );
}
