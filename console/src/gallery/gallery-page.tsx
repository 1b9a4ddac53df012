import { Box } from '@mui/material';
import { ConfigExhibits } from './config-exhibits.tsx';
import { ControlExhibits } from './control-exhibits.tsx';
import { DatasourceExhibits } from './datasource-exhibits.tsx';
import { EditorExhibits } from './editor-exhibits.tsx';
import { FormExhibits } from './form-exhibits.tsx';
import { PageExhibits } from './page-exhibits.tsx';
import { PickerExhibits } from './picker-exhibits.tsx';
import { ShellExhibits } from './shell-exhibits.tsx';
import { TimeExhibits } from './time-exhibits.tsx';
import { ValueExhibits } from './value-exhibits.tsx';

/** Every control in all its states, for those who work on them: only in `npm run dev`, and never translated. */
export function GalleryPage() {
  return (
    <Box component="main" sx={{ p: { xs: 4, sm: 8 }, maxWidth: 1440, mx: 'auto' }}>
      <Box component="h1" sx={{ typography: 'h1', m: '0 0 24px' }}>
        Gallery
      </Box>
      <PickerExhibits />
      <ControlExhibits />
      <ValueExhibits />
      <PageExhibits />
      <ShellExhibits />
      <DatasourceExhibits />
      <TimeExhibits />
      <EditorExhibits />
      <FormExhibits />
      <ConfigExhibits />
    </Box>
  );
}
