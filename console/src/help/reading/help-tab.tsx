import { Box } from '@mui/material';
import { useState } from 'react';
import { helpAddress, placeOfHelp } from '../help-id.ts';
import { HelpLink } from './help-link.tsx';
import { HelpText } from './help-text.tsx';

/** A text of the help in a tab of what it explains. */
export function HelpTab({ helpId }: { helpId: string }) {
  const [shown, setShown] = useState({ helpId, place: placeOfHelp(helpId) });
  // The tab is of something else by now.
  if (shown.helpId !== helpId) setShown({ helpId, place: placeOfHelp(helpId) });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <HelpLink helpId={helpAddress(shown.place).slice('/help/'.length)} />
      <HelpText place={shown.place} below={2} onPlace={(place) => setShown({ helpId, place })} />
    </Box>
  );
}
