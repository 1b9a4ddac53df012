import { Box } from '@mui/material';

/** A round light, on or off. */
export function LedLight(props: {
  /** What it tells, and whether it is on. */
  label: string;
  isOn: boolean;
  /** px */
  size: number;
  /** Of CSS. */
  color: string;
  /** While it is off; absent: the colour that it has while it is on, weaker. */
  offColor?: string | undefined;
  /** How much of the colour there is while it is off, from 0 to 1. */
  offOpacity?: number;
}) {
  const { isOn, size, color, offColor = color, offOpacity = 0.22 } = props;
  return (
    <Box
      role="img"
      aria-label={props.label}
      style={{
        width: size,
        height: size,
        backgroundColor: isOn ? color : `color-mix(in srgb, ${offColor} ${offOpacity * 100}%, var(--surface-2))`,
        boxShadow: isOn ? `0 0 ${size / 6}px ${color}` : 'none',
      }}
      sx={{
        borderRadius: '50%',
        border: '2px solid var(--line-2)',
        transition: 'background-color 120ms, box-shadow 120ms',
        backgroundImage: 'radial-gradient(circle at 35% 30%, rgba(255, 255, 255, 0.55), rgba(255, 255, 255, 0) 45%)',
      }}
    />
  );
}
