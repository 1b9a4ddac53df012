import { Box } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckedPart } from '../editing/checked-part.tsx';
import { defaultSettings } from '../schema-form/default-settings.ts';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { readSettingsSchema, type SettingsSchema } from '../schema-form/settings-schema.ts';
import type { Settings } from '../widgets/model.ts';
import { TabContent } from './code-tab.tsx';
import { useTypeEditing } from './editing-context.ts';
import { codeIn, configIn } from './model/edited-type.ts';

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ '& + &': { mt: 5, pt: 4, borderTop: '1px solid var(--line)' } }}
    >
      <Box component="h3" id={id} sx={{ m: 0, fontSize: 14, fontWeight: 580 }}>
        {title}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: 13, mb: 3 }}>{text}</Box>
      {children}
    </Box>
  );
}

/** A form that nothing keeps what is entered of. */
function TriedForm({ schema }: { schema: SettingsSchema }) {
  const [value, setValue] = useState<Settings>(() => defaultSettings(schema));
  return <SchemaForm schema={schema} value={value} onChange={setValue} />;
}

/** The forms that the schemas describe, as people will see them. What is entered in the first is for new widgets. */
export function FormsTab() {
  const { t } = useTranslation();
  const { edited, edits, runs, readOnly, setFieldWrong } = useTypeEditing();
  const { content } = edited;
  const config = configIn(content);
  const answers = runs.run?.answers;
  const settings = readSettingsSchema(answers?.settingsSchema ?? codeIn(content, 'settingsSchema'));
  const keySettings = readSettingsSchema(answers?.dataKeySettingsSchema ?? codeIn(content, 'dataKeySettingsSchema'));
  return (
    <TabContent>
      <Section title={t('widgetEditor.forms.settings')} text={t('widgetEditor.forms.settingsText')}>
        {settings ? (
          <CheckedPart isChecked={!readOnly} onWrong={setFieldWrong}>
            <SchemaForm
              schema={settings}
              value={config.settings}
              readOnly={readOnly}
              largeTitle={t('widgetEditor.forms.settings')}
              onChange={(next) => edits.setConfig({ ...config, settings: next }, 'settings')}
            />
          </CheckedPart>
        ) : (
          <Box sx={{ fontSize: 13 }}>{t('widgetEditor.forms.none')}</Box>
        )}
      </Section>
      <Section title={t('widgetEditor.forms.keySettings')} text={t('widgetEditor.forms.keySettingsText')}>
        {keySettings ? (
          <TriedForm key={JSON.stringify(keySettings)} schema={keySettings} />
        ) : (
          <Box sx={{ fontSize: 13 }}>{t('widgetEditor.forms.none')}</Box>
        )}
      </Section>
    </TabContent>
  );
}
