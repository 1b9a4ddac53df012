import { Box, Skeleton } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { WidgetShape } from '../widgets/widget-type.ts';

const LINES = [62, 48, 70, 55, 40];

/** The place of what is loaded, in the shape that it will have. */
export function WidgetSkeleton({ shape }: { shape: WidgetShape }) {
  const { t } = useTranslation();
  return (
    <Box
      role="status"
      aria-label={t('common.loading')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 2, overflow: 'hidden' }}
    >
      <Shape shape={shape} />
    </Box>
  );
}

function Shape({ shape }: { shape: WidgetShape }) {
  switch (shape) {
    case 'chart':
      return (
        <>
          <Skeleton variant="rounded" sx={{ flex: 1, height: 'auto' }} />
          <Skeleton variant="rounded" width="45%" height={12} />
        </>
      );
    case 'pie':
    case 'gauge':
      return (
        <Box sx={{ flex: 1, minHeight: 0, display: 'flex', justifyContent: 'center' }}>
          <Skeleton
            variant="circular"
            sx={{
              height: '100%',
              width: 'auto',
              aspectRatio: '1',
              clipPath: shape === 'gauge' ? 'inset(0 0 45%)' : 'none',
            }}
          />
        </Box>
      );
    case 'table':
      return (
        <Box sx={{ px: 3, pt: 3, display: 'grid', gap: '22px' }}>
          {LINES.map((width) => (
            <Box key={width} sx={{ display: 'flex', justifyContent: 'space-between', gap: 6 }}>
              <Skeleton variant="rounded" width={`${width}%`} height={16} />
              <Skeleton variant="rounded" width="14%" height={16} />
            </Box>
          ))}
        </Box>
      );
    case 'control':
      return (
        <Box sx={{ flex: 1, display: 'flex', alignItems: 'center', justifyContent: 'center' }}>
          <Skeleton variant="rounded" width="40%" height={36} />
        </Box>
      );
    case 'value':
      return (
        <Box sx={{ flex: 1, display: 'flex', alignItems: 'center' }}>
          <Skeleton variant="rounded" width="46%" height={30} />
        </Box>
      );
    default:
      return LINES.map((width) => <Skeleton key={width} variant="rounded" width={`${width}%`} height={14} />);
  }
}
