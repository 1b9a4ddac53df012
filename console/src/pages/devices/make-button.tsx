import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** Makes a random value for a field, inside of it. */
export function MakeButton({ of, onClick }: { of: string; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      onClick={onClick}
      aria-label={t('credentials.makeOf', { name: of })}
      sx={{ flexShrink: 0, minHeight: 26, height: 26, p: '0 8px', marginInlineStart: 1 }}
    >
      {t('credentials.make')}
    </Button>
  );
}
