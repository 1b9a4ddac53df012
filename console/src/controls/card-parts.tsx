import { Box } from '@mui/material';
import type { SxProps, Theme } from '@mui/material/styles';
import { Icon, type IconName } from './icon.tsx';

/** Pictures that a card shows beside each other. */
const MAX_PICTURES = 4;

/** What a card shows of its thing: a picture of it, or those of its parts, or an icon. */
export function CardPicture(props: {
  /** Addresses that may be shown. */
  pictures: readonly string[];
  icon: IconName;
  sx: SxProps<Theme>;
}) {
  const pictures = props.pictures.slice(0, MAX_PICTURES);
  return (
    <Box
      sx={[
        {
          display: 'grid',
          // Three and four stand in two lines.
          gridTemplateColumns: pictures.length > 1 ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
          gridAutoRows: 'minmax(0, 1fr)',
          gap: 1,
          placeItems: 'center',
          overflow: 'hidden',
          borderRadius: '6px',
          background: 'var(--bg)',
          color: 'text.secondary',
        },
        ...(Array.isArray(props.sx) ? props.sx : [props.sx]),
      ]}
    >
      {pictures.length === 0 && <Icon name={props.icon} size={22} />}
      {pictures.map((src, index) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same
          key={index}
          component="img"
          src={src}
          alt=""
          loading="lazy"
          sx={{ width: '100%', height: '100%', minHeight: 0, objectFit: 'contain' }}
        />
      ))}
    </Box>
  );
}

/** What a card says of its thing, two lines of it at most. */
export function CardText({ children }: { children: string }) {
  return (
    <Box
      dir="auto"
      sx={{
        // In its own direction, and where the lines of the page begin.
        // Browsers put what stands for the rest behind the line, where it would be cut off.
        '[dir="rtl"] &': { textAlign: 'right', paddingRight: '11px', marginRight: '-8px' },
        fontSize: 12.5,
        color: 'text.secondary',
        overflowWrap: 'anywhere',
        display: '-webkit-box',
        WebkitLineClamp: 2,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
      }}
    >
      {children}
    </Box>
  );
}
