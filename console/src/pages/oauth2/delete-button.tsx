import { IconButton, Tooltip } from '@mui/material';
import { Icon } from '../../controls/icon.tsx';

/** A small button that deletes; when it must not, it says why. */
export function DeleteButton(props: { label: string; refusal?: string | undefined; onClick: () => void }) {
  const { label, refusal } = props;
  return (
    <Tooltip title={refusal ?? label}>
      <IconButton
        size="small"
        aria-label={refusal ? `${label}. ${refusal}` : label}
        aria-disabled={refusal !== undefined}
        onClick={refusal ? undefined : props.onClick}
        sx={{ p: 1.5, ...(refusal ? { color: 'text.disabled' } : {}) }}
      >
        <Icon name="delete" size={16} />
      </IconButton>
    </Tooltip>
  );
}
