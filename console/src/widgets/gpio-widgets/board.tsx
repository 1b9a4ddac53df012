import './texts/texts.ts';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { boardRows, type Pin } from './gpio-settings.ts';

/** px of a row of pins; boards of many rows scroll. */
const ROW_HEIGHT = 40;

/** A board with two columns of pins: on the left their names before what is drawn of them, on the right after it. */
export function Board(props: {
  pins: readonly Pin[];
  color: string;
  children: (pin: Pin, nameId: string) => ReactNode;
  id: string;
}) {
  const { t } = useTranslation();
  if (props.pins.length === 0) {
    return (
      <Box role="status" sx={{ m: 'auto', fontSize: 13, color: 'text.secondary' }}>
        {t('gpio.noPins')}
      </Box>
    );
  }
  const place = (pin: Pin | undefined, isLeft: boolean) => {
    if (!pin) return <Box key={isLeft ? 'left' : 'right'} />;
    const nameId = `${props.id}-${pin.pin}`;
    return (
      <Box
        key={isLeft ? 'left' : 'right'}
        sx={{
          ...{ minWidth: 0, display: 'flex', alignItems: 'center', gap: 1 },
          flexDirection: isLeft ? 'row' : 'row-reverse',
        }}
      >
        <Box
          component="span"
          id={nameId}
          title={pin.label}
          sx={{
            ...{ flex: 1, minWidth: 0, fontSize: 13, lineHeight: '16px', overflowWrap: 'anywhere' },
            ...{ maxHeight: 32, overflow: 'hidden', textAlign: isLeft ? 'end' : 'start' },
          }}
        >
          {pin.label}
        </Box>
        <Box
          component="span"
          aria-hidden="true"
          className="num"
          sx={{ fontSize: 11, color: 'text.secondary', minWidth: 16, textAlign: 'center' }}
        >
          {pin.pin}
        </Box>
        <Box
          style={{ backgroundColor: props.color }}
          sx={{ flex: 'none', alignSelf: 'stretch', px: 1, display: 'flex', alignItems: 'center' }}
        >
          {props.children(pin, nameId)}
        </Box>
      </Box>
    );
  };
  return (
    <Box sx={{ flex: 1, minHeight: 0, alignSelf: 'stretch', overflow: 'auto', display: 'flex' }}>
      <Box
        sx={{
          ...{ m: 'auto', width: '100%', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
          ...{ gridAutoRows: `minmax(${ROW_HEIGHT}px, auto)` },
        }}
      >
        {boardRows(props.pins).flatMap(({ row, left, right }) => [
          <Box key={`${row} 0`} sx={{ display: 'grid' }}>
            {place(left, true)}
          </Box>,
          <Box key={`${row} 1`} sx={{ display: 'grid' }}>
            {place(right, false)}
          </Box>,
        ])}
      </Box>
    </Box>
  );
}
