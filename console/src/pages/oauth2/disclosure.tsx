import { Box, ButtonBase } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Icon } from '../../controls/icon.tsx';

/** A part of a form below a heading that opens and closes it; what is closed is not there. */
export function Disclosure(props: {
  title: string;
  /** Beside the title, lighter. */
  note?: string | undefined;
  level: 2 | 3;
  open: boolean;
  onToggle: () => void;
  /** At the end of the line of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Box sx={{ border: '1px solid var(--line)', borderRadius: '8px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', paddingInlineEnd: 2 }}>
        <Box component={`h${props.level}`} sx={{ flex: 1, minWidth: 0, m: 0, fontSize: 14, fontWeight: 580 }}>
          <ButtonBase
            aria-expanded={props.open}
            aria-controls={props.open ? id : undefined}
            onClick={props.onToggle}
            sx={{
              width: '100%',
              minHeight: 44,
              px: 3,
              gap: 2,
              justifyContent: 'flex-start',
              textAlign: 'start',
              font: 'inherit',
              borderRadius: '8px',
            }}
          >
            <Icon name={props.open ? 'chevronDown' : 'chevronRight'} size={16} />
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {props.title}
              {props.note && (
                <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, marginInlineStart: 2 }}>
                  {props.note}
                </Box>
              )}
            </Box>
          </ButtonBase>
        </Box>
        {props.aside}
      </Box>
      {props.open && (
        <Box id={id} sx={{ borderTop: '1px solid var(--line)', p: { xs: 3, sm: 4 } }}>
          {props.children}
        </Box>
      )}
    </Box>
  );
}
