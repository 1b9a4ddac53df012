import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormProblems, NamedField } from '../../entity-page/form.ts';
import {
  type CredentialsDraft,
  type CredentialsField,
  type CredentialsProblems,
  credentialsProblems,
} from './credentials.ts';

const LABELS: Partial<Record<CredentialsField, string>> = {
  accessToken: 'credentials.token',
  certificate: 'credentials.certificate',
  clientId: 'credentials.clientId',
  userName: 'credentials.userName',
  endpoint: 'credentials.endpoint',
  identity: 'credentials.identity',
  key: 'credentials.key',
  clientCertificate: 'credentials.clientCertificate',
  'bootstrapServer.id': 'credentials.bootstrapServerId',
  'bootstrapServer.key': 'credentials.bootstrapServerKey',
  'lwm2mServer.id': 'credentials.lwm2mServerId',
  'lwm2mServer.key': 'credentials.lwm2mServerKey',
  json: 'credentials.json',
};

/** The member of the draft that a field is of. */
const memberOf = (field: string) => field.split('.')[0] as keyof CredentialsDraft;

/** Credentials being edited, and their part in the form that they stand in. */
export function useCredentialsDraft(initial: () => CredentialsDraft) {
  const { t } = useTranslation();
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<CredentialsProblems>({});
  const fields = Object.entries(LABELS).map(([name, label]): NamedField => ({ name, label: t(label) }));

  /** A problem goes with the value that had it. */
  const change = useCallback(
    (next: CredentialsDraft) => {
      setDraft(next);
      setProblems((now) =>
        Object.fromEntries(Object.entries(now).filter(([name]) => next[memberOf(name)] === draft[memberOf(name)])),
      );
    },
    [draft],
  );

  async function check(): Promise<FormProblems> {
    const found = await credentialsProblems(draft);
    setProblems(found);
    return Object.fromEntries(Object.entries(found).map(([name, key]) => [name, t(key)]));
  }

  return { draft, change, problems, fields, check, dirty: JSON.stringify(draft) !== JSON.stringify(first) };
}
