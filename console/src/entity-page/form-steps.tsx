import './texts/texts.ts';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormValues } from './form.ts';

/** A part of a long form that is filled in by itself. */
export interface FormStep {
  label: string;
  /** Names of its fields. */
  fields: readonly string[];
  isOptional?: boolean;
  /** It is where the children of the dialog stand. */
  hasChildren?: boolean;
  /** Below its fields, or in their place. */
  content?: ReactNode;
  /** Only there when this says so. */
  shown?: (values: FormValues) => boolean;
}

/** Where one is among the steps of a form; those that are done can be gone back to. */
export function FormSteps(props: { steps: readonly FormStep[]; current: number; onGo: (step: number) => void }) {
  const { t } = useTranslation();
  const { steps, current } = props;
  return (
    <Box
      component="ol"
      aria-label={t('steps.steps')}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, listStyle: 'none', m: '0 0 20px', p: 0 }}
    >
      {steps.map((step, index) => (
        <Box component="li" key={step.label} aria-current={index === current ? 'step' : undefined}>
          <Box
            component="button"
            type="button"
            disabled={index >= current}
            onClick={() => props.onGo(index)}
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 1.5,
              minHeight: 28,
              p: 0,
              border: 0,
              background: 'none',
              font: 'inherit',
              fontSize: 13,
              fontWeight: index === current ? 580 : 400,
              color: index === current ? 'text.primary' : 'text.secondary',
              cursor: index < current ? 'pointer' : 'default',
            }}
          >
            <Box
              component="span"
              aria-hidden="true"
              className="num"
              sx={{
                display: 'grid',
                placeItems: 'center',
                width: 20,
                height: 20,
                borderRadius: '50%',
                fontSize: 12,
                ...(index === current
                  ? { background: 'var(--accent-soft)', color: 'var(--accent-text)' }
                  : { border: '1px solid var(--line)' }),
              }}
            >
              {index + 1}
            </Box>
            {step.label}
            {step.isOptional && (
              <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
                {t('steps.optional')}
              </Box>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
