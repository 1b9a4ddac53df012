import { Box, Button, Link } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import type { FormValue } from '../../entity-page/form.ts';
import { FormFields } from '../../entity-page/form-fields.tsx';
import type { useForm } from '../../entity-page/use-form.ts';
import { DeleteButton } from './delete-button.tsx';
import { Disclosure } from './disclosure.tsx';
import { CUSTOM_PROVIDER, type GroupKeys } from './oauth2-draft.ts';
import { type FieldParts, providerFields } from './oauth2-fields.ts';

/** The providers of a group, each with its own form. */
export function Providers(props: {
  group: GroupKeys;
  form: ReturnType<typeof useForm>;
  parts: FieldParts;
  isOpen: (key: string) => boolean;
  onToggle: (key: string) => void;
  onAdd: () => void;
  onDelete: (key: string) => void;
  /** Another template is chosen for a provider. */
  onTemplate: (key: string, name: string) => void;
}) {
  const { t } = useTranslation();
  const { group, form, parts, isOpen } = props;
  return (
    <Box component="section" aria-label={t('oauth.providers')}>
      <Box sx={{ fontSize: 14, fontWeight: 580, m: '20px 0 8px' }}>{t('oauth.providers')}</Box>
      <Box sx={{ display: 'grid', gap: 3, mb: 4 }}>
        {group.providers.map((key) => {
          const member = (name: string) => String(form.values[`${key}.${name}`] ?? '');
          const providerName = member('providerName');
          const label = member('loginButtonLabel');
          const template = parts.templates.find(({ name }) => name === providerName);
          const change = (name: string, value: FormValue) => {
            if (name === `${key}.providerName`) props.onTemplate(key, String(value));
            else form.change(name, value);
          };
          return (
            <Disclosure
              key={key}
              level={3}
              title={label || t('oauth.newProvider')}
              note={[CUSTOM_PROVIDER, label].includes(providerName) ? undefined : providerName}
              open={isOpen(key)}
              onToggle={() => props.onToggle(key)}
              aside={
                <DeleteButton
                  label={t('oauth.deleteProvider')}
                  refusal={group.providers.length === 1 ? t('oauth.lastOne') : undefined}
                  onClick={() => props.onDelete(key)}
                />
              }
            >
              {template?.helpLink && (
                <Link
                  href={template.helpLink}
                  target="_blank"
                  rel="noreferrer"
                  sx={{ display: 'inline-block', fontSize: 13, mb: 3, minHeight: 24 }}
                >
                  {t('oauth.guide')}
                </Link>
              )}
              <FormFields fields={providerFields(key, '', form.values, parts)} form={{ ...form, change }} />
            </Disclosure>
          );
        })}
      </Box>
      <Button startIcon={<Icon name="add" size={16} />} onClick={props.onAdd}>
        {t('oauth.addProvider')}
      </Button>
    </Box>
  );
}
