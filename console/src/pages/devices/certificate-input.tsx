import { Alert, Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { Fact } from '../../controls/fact.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { certificateStanding } from './certificate-standing.ts';
import { type CertificateFacts, certificateOf } from './credentials.ts';

/** A certificate as text, and below it what it says of itself once it can be read. */
export function CertificateInput(props: {
  label: string;
  value: string;
  required?: boolean;
  /** What is wrong, found when the form was submitted. */
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(false);
  const text = props.value.trim();
  const { data } = useQuery({
    queryKey: ['certificate', text],
    queryFn: () => certificateOf(text),
    enabled: text !== '',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const problem = left && data?.problem ? t(data.problem) : props.error;
  return (
    <>
      <TextInput
        label={props.label}
        required={props.required ?? false}
        multiline
        minRows={6}
        maxRows={8}
        value={props.value}
        error={data?.facts ? undefined : problem}
        help={t('credentials.certificateHelp')}
        inputProps={{ spellCheck: false }}
        onBlur={() => setLeft(true)}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {data?.facts && <Facts facts={data.facts} />}
    </>
  );
}

function Facts({ facts }: { facts: CertificateFacts }) {
  const { t } = useTranslation();
  const standing = certificateStanding(facts, Date.now());
  return (
    <>
      {standing && (
        <Alert severity={standing.severity}>{t(`certificate.${standing.word}`, { count: standing.days })}</Alert>
      )}
      <Box component="dl" aria-label={t('certificate.title')} sx={{ m: 0 }}>
        <Fact label={t('certificate.subject')}>{facts.subject}</Fact>
        {facts.issuer !== facts.subject && <Fact label={t('certificate.issuer')}>{facts.issuer}</Fact>}
        <Fact label={t('certificate.validity')}>
          {t('certificate.fromUntil', { from: formatDateTime(facts.from), until: formatDateTime(facts.until) })}
        </Fact>
        <Fact label={t('certificate.fingerprint')}>
          <code>{facts.fingerprint}</code>
          <CopyIconButton text={facts.fingerprint} name={t('certificate.fingerprint')} />
        </Fact>
      </Box>
    </>
  );
}
