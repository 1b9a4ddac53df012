import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ImageInput } from '../controls/image-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { TabContent } from './code-tab.tsx';
import { useTypeEditing } from './editing-context.ts';
import { MAX_DESCRIPTION } from './model/edited-type.ts';

/** What the library shows of the type. */
export function AboutTab() {
  const { t } = useTranslation();
  const { edited, edits, readOnly } = useTypeEditing();
  const { description, image } = edited.content;
  return (
    <TabContent>
      <Box sx={{ display: 'grid', gap: 4 }}>
        <TextInput
          label={t('widgetEditor.part.description')}
          help={t('widgetEditor.descriptionHelp')}
          value={description ?? ''}
          readOnly={readOnly}
          multiline
          minRows={2}
          inputProps={{ maxLength: MAX_DESCRIPTION, dir: 'auto' }}
          onChange={(event) => edits.setDescription(event.target.value)}
        />
        <Box inert={readOnly}>
          <ImageInput label={t('widgetEditor.part.image')} value={image ?? ''} onChange={edits.setImage} />
        </Box>
      </Box>
    </TabContent>
  );
}
