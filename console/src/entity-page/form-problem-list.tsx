import { Alert, Box, type SxProps, Link as TextLink, type Theme } from '@mui/material';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../controls/error-text.ts';
import type { FormProblems, NamedField } from './form.ts';

/** Brings a field of a form into view and gives it the focus. */
export function goToField(form: HTMLElement | null, name: string): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  place?.querySelector<HTMLElement>('input, textarea, [role="combobox"], button')?.focus({ preventScroll: true });
  // Not at the edge, where the buttons of the form would cover it.
  place?.scrollIntoView({ block: 'center' });
}

/**
 * Everything that was wrong with a form when it was submitted, with its sections, and what the server refused without
 * naming a field: beside the buttons, so that nothing is missed out of view. One problem alone has the focus and needs no
 * list.
 */
export function FormProblemList(props: {
  fields: readonly NamedField[];
  form: {
    problems: FormProblems;
    refused: readonly string[];
    failure: unknown;
    element: RefObject<HTMLFormElement | null>;
  };
  /** Brings a field into view that may not be on the page yet. */
  goTo?: ((name: string) => void) | undefined;
  sx?: SxProps<Theme>;
}) {
  const { t } = useTranslation();
  const { problems, refused, failure, element } = props.form;
  const wrong = props.fields.filter(({ name }) => refused.includes(name) && problems[name] !== undefined);
  if (failure !== undefined) {
    return (
      <Box sx={props.sx ?? null}>
        <Alert severity="error" sx={{ mb: 3 }}>
          <bdi>{errorText(failure)}</bdi>
        </Alert>
      </Box>
    );
  }
  if (refused.length < 2 || wrong.length === 0) return null;
  return (
    <Box sx={props.sx ?? null}>
      <Alert
        severity="error"
        sx={{ mb: 3, py: 1 }}
        role="group"
        aria-label={t('form.problems', { count: wrong.length })}
      >
        <Box component="p" sx={{ m: 0, fontWeight: 580 }}>
          {t('form.problems', { count: wrong.length })}
        </Box>
        <Box component="ul" sx={{ m: 0, paddingInlineStart: '18px', maxHeight: 120, overflow: 'auto' }}>
          {wrong.map(({ name, label, section }) => (
            <li key={name}>
              <TextLink
                component="button"
                type="button"
                onClick={() => (props.goTo ? props.goTo(name) : goToField(element.current, name))}
                sx={{ font: 'inherit', color: 'inherit', textAlign: 'start', minHeight: 24 }}
              >
                {section && `${section} › `}
                {label}: {problems[name]}
              </TextLink>
            </li>
          ))}
        </Box>
      </Alert>
    </Box>
  );
}
