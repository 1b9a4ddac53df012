import { Box, DialogTitle } from '@mui/material';
import { HelpButton } from './help-button.tsx';

/** The title of a dialog, with a way to the text that explains it. */
export function DialogHeading(props: { id: string; title: string; helpId: string | undefined }) {
  if (props.helpId === undefined) return <DialogTitle id={props.id}>{props.title}</DialogTitle>;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', paddingInlineEnd: 4 }}>
      <DialogTitle id={props.id} sx={{ flex: 1, minWidth: 0 }}>
        {props.title}
      </DialogTitle>
      {/* A title has less room below it than above. */}
      <Box sx={{ flex: 'none', pt: '10px' }}>
        <HelpButton helpId={props.helpId} name={props.title} />
      </Box>
    </Box>
  );
}
