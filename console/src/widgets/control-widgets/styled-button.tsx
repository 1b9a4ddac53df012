import { Button } from '@mui/material';
import type { Settings } from '../model.ts';

/** The button of a control as its settings style it. */
export function StyledButton(props: { settings: Settings; text: string; disabled: boolean; onClick: () => void }) {
  const style = (props.settings.styleButton ?? {}) as Settings;
  const { bgColor, textColor } = style;
  return (
    <Button
      variant={style.isRaised === false ? 'text' : 'contained'}
      color={style.isPrimary === true ? 'primary' : 'inherit'}
      disabled={props.disabled}
      onClick={props.onClick}
      style={{
        ...(typeof bgColor === 'string' ? { backgroundColor: bgColor } : {}),
        ...(typeof textColor === 'string' ? { color: textColor } : {}),
      }}
      sx={{ maxWidth: '100%', minHeight: 36 }}
    >
      {props.text}
    </Button>
  );
}
