import { Box, Drawer } from '@mui/material';
import type { RuleChainType } from '@signalbox/contract/rule-chain';
import { useTranslation } from 'react-i18next';
import { NodeLibrary } from './library.tsx';

const WIDTH = 220;

/** The library beside the canvas; on a phone it comes over it. */
export function LibraryPane(props: {
  type: RuleChainType;
  isOpen: boolean;
  phone: boolean;
  /** The frame is there before what is in it, which takes longer. */
  isDrawn: boolean;
  onAdd: (type: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const library = props.isDrawn && <NodeLibrary type={props.type} onAdd={props.onAdd} />;
  if (props.phone) {
    return (
      <Drawer open={props.isOpen} onClose={props.onClose} slotProps={{ paper: { sx: { width: 280 } } }}>
        {library}
      </Drawer>
    );
  }
  if (!props.isOpen) return null;
  return (
    <Box
      component="aside"
      aria-label={t('rules.library')}
      sx={{ width: WIDTH, flex: 'none', borderInlineEnd: '1px solid var(--line)', background: 'var(--surface)' }}
    >
      {library}
    </Box>
  );
}
