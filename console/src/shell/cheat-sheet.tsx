import './texts/texts.ts';
import { Box, Dialog, DialogContent, DialogTitle, IconButton } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useAllActions } from '../app/actions.ts';
import { Icon } from '../controls/icon.tsx';

/** Every key that does something here. */
export function CheatSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useAllActions().filter((action) => action.keys);
  const groups = [...new Set(actions.map((action) => action.group))];
  return (
    <Dialog open onClose={onClose} aria-labelledby="keys-title" maxWidth="sm" fullWidth>
      <DialogTitle id="keys-title" sx={{ display: 'flex', alignItems: 'center' }}>
        {t('keys.title')}
        <IconButton aria-label={t('action.close')} onClick={onClose} sx={{ marginInlineStart: 'auto' }}>
          <Icon name="close" />
        </IconButton>
      </DialogTitle>
      <DialogContent sx={{ pb: 5 }}>
        {groups.map((group) => (
          <Box key={group} component="section" sx={{ mb: 4 }}>
            <Box component="h3" sx={{ fontSize: 12, color: 'text.secondary', m: '0 0 4px' }}>
              {group}
            </Box>
            <Box component="dl" sx={{ m: 0 }}>
              {actions
                .filter((action) => action.group === group)
                .map((action) => (
                  <Box
                    key={action.id}
                    sx={{ display: 'flex', py: 1.5, borderBottom: '1px solid var(--line-2)', alignItems: 'center' }}
                  >
                    <Box component="dt">{action.label}</Box>
                    <Box component="dd" sx={{ m: 0, marginInlineStart: 'auto', display: 'flex', gap: 1 }}>
                      {action.keys?.split('+').map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </Box>
                  </Box>
                ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
    </Dialog>
  );
}
