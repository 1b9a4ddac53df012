import { Box, Button } from '@mui/material';
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

/** Every control in all its states, for those who work on them: only in `npm run dev`, and never translated. */
export function GalleryPage() {
  const isMirrored = useDirection() === 'rtl';
  return (
    <Box component="main" sx={{ p: { xs: 4, sm: 8 }, maxWidth: 1440, mx: 'auto' }}>
      <Box component="h1" sx={{ typography: 'h1', m: '0 0 24px' }}>
        Gallery
      </Box>
      <Button aria-pressed={isMirrored} sx={{ mb: 6 }} onClick={() => setLanguage(isMirrored ? 'en_US' : 'ar_XB')}>
        From right to left
      </Button>
      <PickerExhibits />
      <ControlExhibits />
      <ValueExhibits />
      <PageExhibits />
      <ShellExhibits />
      <ToolbarExhibits />
      <DatasourceExhibits />
      <TimeExhibits />
      <EditorExhibits />
      <FormExhibits />
      <ConfigExhibits />
    </Box>
  );
}
