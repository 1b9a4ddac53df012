import { Box, Link as TextLink } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Picture } from '../controls/picture.tsx';
import { type FormField, type FormValue, valueWords } from './form.ts';
import { useNamedChoice } from './form-fields.tsx';

/** What a field holds as a text; empty where it holds nothing. */
export function useFieldWords(field: FormField, value: FormValue): string {
  const { t } = useTranslation();
  const choice = useNamedChoice(field, value);
  if (choice) return choice.label;
  return field.kind === 'switch' ? t(value === true ? 'common.yes' : 'common.no') : valueWords(field, value);
}

/** What a field holds, to be read: a dash for nothing, pictures drawn, links where a field has them. */
export function FieldWords({ field, value }: { field: FormField; value: FormValue }) {
  const words = useFieldWords(field, value);
  const choice = useNamedChoice(field, value);
  // What is gone, or not for this user, leads nowhere.
  const address = choice && !choice.isGone && field.addressOf?.(choice.id);
  if (address) {
    return (
      <TextLink component={Link} to={address} color="var(--accent-text)" sx={{ lineHeight: '24px' }}>
        {words}
      </TextLink>
    );
  }
  if (field.kind === 'image' && words) return <Picture src={words} />;
  if (words) return <bdi>{words}</bdi>;
  return (
    <Box component="span" sx={{ color: 'text.disabled' }}>
      —
    </Box>
  );
}
