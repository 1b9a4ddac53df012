import { Box, Button, Dialog, DialogContent } from '@mui/material';
import { useState } from 'react';
import { setLanguage } from '../i18n/i18n.ts';
import { useDirection } from '../i18n/use-language.ts';
import { ConfigExhibits } from './config-exhibits.tsx';
import { ControlExhibits } from './control-exhibits.tsx';
import { DatasourceExhibits } from './datasource-exhibits.tsx';
import { EditorExhibits } from './editor-exhibits.tsx';
import { FormExhibits } from './form-exhibits.tsx';
import { PageExhibits } from './page-exhibits.tsx';
import { PickerExhibits } from './picker-exhibits.tsx';
import { ShellExhibits } from './shell-exhibits.tsx';
import { TimeExhibits } from './time-exhibits.tsx';
import { ToolbarExhibits } from './toolbar-exhibits.tsx';
import { ValueExhibits } from './value-exhibits.tsx';

const ROOMS = {
  Pickers: PickerExhibits,
  Controls: ControlExhibits,
  Values: ValueExhibits,
  Pages: PageExhibits,
  Frame: ShellExhibits,
  'Tool bars': ToolbarExhibits,
  'Sources of data': DatasourceExhibits,
  Times: TimeExhibits,
  Editors: EditorExhibits,
  Forms: FormExhibits,
  'Configuration of widgets': ConfigExhibits,
} as const;

/** Each room of the gallery in a dialog, as most controls are used: what a key does in a control must not close it. */
function RoomsInDialogs() {
  const [shown, setShown] = useState<keyof typeof ROOMS>();
  const Room = shown && ROOMS[shown];
  return (
    <>
      <Box
        component="ul"
        aria-label="Rooms"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}
      >
        {Object.keys(ROOMS).map((name) => (
          <li key={name}>
            <Button onClick={() => setShown(name as keyof typeof ROOMS)}>{name}</Button>
          </li>
        ))}
      </Box>
      <Dialog
        fullScreen
        open={shown !== undefined}
        slotProps={{ paper: { 'aria-label': `${shown} in a dialog` } }}
        onClose={() => setShown(undefined)}
      >
        <DialogContent>{Room && <Room />}</DialogContent>
      </Dialog>
    </>
  );
}

/** Every control in all its states, for those who work on them: only in `npm run dev`, and never translated. */
export function GalleryPage() {
  const isMirrored = useDirection() === 'rtl';
  const [isInDialogs, setInDialogs] = useState(false);
  return (
    <Box component="main" sx={{ p: { xs: 4, sm: 8 }, maxWidth: 1440, mx: 'auto' }}>
      <Box component="h1" sx={{ typography: 'h1', m: '0 0 24px' }}>
        Gallery
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 6 }}>
        <Button aria-pressed={isMirrored} onClick={() => setLanguage(isMirrored ? 'en_US' : 'ar_XB')}>
          From right to left
        </Button>
        <Button aria-pressed={isInDialogs} onClick={() => setInDialogs(!isInDialogs)}>
          In dialogs
        </Button>
      </Box>
      {isInDialogs ? <RoomsInDialogs /> : Object.entries(ROOMS).map(([name, Room]) => <Room key={name} />)}
    </Box>
  );
}
