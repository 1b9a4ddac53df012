import { Box, Button, FormControlLabel, IconButton, Switch, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { TabContent } from './code-tab.tsx';
import { useTypeEditing } from './editing-context.ts';
import { type EditedResource, resourcesIn } from './model/edited-type.ts';

/** The files that widgets of the type need. */
export function ResourcesTab() {
  const { t } = useTranslation();
  const { edited, edits, readOnly } = useTypeEditing();
  const resources = resourcesIn(edited.content);
  const change = (index: number, members: Partial<EditedResource>) =>
    edits.setResources(
      (now) => now.map((resource, at) => (at === index ? { ...resource, ...members } : resource)),
      `${Object.keys(members).join()} ${index}`,
    );
  return (
    <TabContent>
      <Box sx={{ color: 'text.secondary', fontSize: 13, mb: 3 }}>{t('widgetEditor.resources.text')}</Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {resources.map((resource, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files have nothing else that stays
          <Box component="li" key={index} sx={{ display: 'flex', gap: 2, alignItems: 'end', flexWrap: 'wrap' }}>
            <TextInput
              label={t('widgetEditor.resources.url', { number: index + 1 })}
              value={resource.url}
              readOnly={readOnly}
              inputProps={{ dir: 'ltr', spellCheck: false }}
              sx={{ flex: '1 1 220px' }}
              onChange={(event) => change(index, { url: event.target.value })}
            />
            <FormControlLabel
              sx={{ m: 0, gap: 1, height: 36 }}
              control={
                <Switch
                  checked={resource.isModule}
                  disabled={readOnly}
                  onChange={(event) => change(index, { isModule: event.target.checked })}
                />
              }
              label={t('widgetEditor.resources.isModule')}
            />
            {!readOnly && (
              <Tooltip title={t('widgetEditor.resources.remove')}>
                <IconButton
                  aria-label={t('widgetEditor.resources.removeOne', { number: index + 1 })}
                  onClick={() => edits.setResources((now) => now.filter((_, at) => at !== index), 'remove')}
                >
                  <Icon name="delete" size={16} />
                </IconButton>
              </Tooltip>
            )}
          </Box>
        ))}
      </Box>
      {!readOnly && (
        <Button
          sx={{ mt: resources.length > 0 ? 3 : 0 }}
          startIcon={<Icon name="add" size={16} />}
          onClick={() => edits.setResources((now) => [...now, { url: '', isModule: false }], `add ${resources.length}`)}
        >
          {t('widgetEditor.resources.add')}
        </Button>
      )}
    </TabContent>
  );
}
