import { Box } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../controls/icon.tsx';

/** A part of a form that opens below its title. */
export function Disclosure(props: {
  title: string;
  isOpenFirst: boolean;
  /** Beside the title. */
  note?: ReactNode;
  /** At the end of the line. */
  tools?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(props.isOpenFirst);
  return (
    <Box
      role="group"
      aria-label={props.title}
      sx={{ border: '1px solid var(--line)', borderRadius: '8px', background: 'var(--surface)', minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingInlineEnd: 1 }}>
        <Box
          component="button"
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          sx={{
            flex: 1,
            minWidth: 0,
            minHeight: 40,
            display: 'flex',
            gap: 2,
            alignItems: 'center',
            textAlign: 'start',
            px: 3,
            border: 0,
            borderRadius: '8px',
            background: 'none',
            color: 'inherit',
            font: 'inherit',
            fontSize: 14,
            fontWeight: 550,
            overflowWrap: 'anywhere',
            cursor: 'pointer',
            '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
          }}
        >
          <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
          <Box component="span" sx={{ minWidth: 0 }}>
            {props.title}
          </Box>
          {props.note && (
            <Box component="span" sx={{ fontSize: 13, fontWeight: 400, color: 'text.secondary', minWidth: 0 }}>
              {props.note}
            </Box>
          )}
        </Box>
        {props.tools}
      </Box>
      {isOpen && (
        <Box id={id} sx={{ p: 3, pt: 2, borderTop: '1px solid var(--line-2)' }}>
          {props.children}
        </Box>
      )}
    </Box>
  );
}
