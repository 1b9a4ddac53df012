import { Box, Skeleton } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from './icon.tsx';

/** Says what this is for and offers the first step. */
export function EmptyState(props: { icon?: IconName; title: string; text?: string; children?: ReactNode }) {
  return (
    <Box
      sx={{ textAlign: 'center', maxWidth: 400, m: 'auto', p: 6, color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {props.icon && (
        <Box sx={{ color: 'text.disabled', mb: 2 }}>
          <Icon name={props.icon} size={36} />
        </Box>
      )}
      <Box component="p" sx={{ m: 0, fontWeight: 580, color: 'text.primary' }}>
        {props.title}
      </Box>
      {props.text && <Box sx={{ mt: 1 }}>{props.text}</Box>}
      {props.children && <Box sx={{ mt: 4, display: 'flex', gap: 2, justifyContent: 'center' }}>{props.children}</Box>}
    </Box>
  );
}

/** True once `waiting` has lasted 150 ms: what is quicker shows no skeleton. */
export function useDelayed(waiting: boolean, ms = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [waiting, ms]);
  return waiting && late;
}

/** Lines of the final shape while something loads, after 150 ms. */
export function SkeletonLines({ count = 5 }: { count?: number }) {
  const show = useDelayed(true);
  const { t } = useTranslation();
  if (!show) return null;
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ display: 'grid', gap: 3, py: 2 }}>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <Skeleton key={line} variant="rounded" height={18} width={`${90 - ((line * 17) % 40)}%`} />
      ))}
    </Box>
  );
}
