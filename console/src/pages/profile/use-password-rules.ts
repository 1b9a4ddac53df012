import './texts/texts.ts';
import { authRoutes } from '@signalbox/contract/auth';
import { brokenPasswordRules } from '@signalbox/contract/password-rules';
import type { PasswordPolicy } from '@signalbox/contract/security-settings';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';

const policyQuery = queryOptions({
  queryKey: ['passwordPolicy'],
  queryFn: () => call(authRoutes.getPasswordPolicy, {}, { ignoreErrors: true, ignoreLoading: true }),
});

/** What the installation asks of a new password. */
export function usePasswordRules() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: policy } = useQuery(policyQuery);
  const needs = (password: string, known: PasswordPolicy | undefined) => {
    const rules = known
      ? brokenPasswordRules(password, known).map(({ rule, count }) => t(`profile.rule.${rule}`, { count }))
      : [];
    return rules.length > 0 ? t('profile.needs', { rules: rules.join(', ') }) : undefined;
  };
  const problem = (password: string, known = policy) =>
    password === '' ? t('login.passwordRequired') : needs(password, known);
  return {
    /** All of it, for who begins to type; undefined when nothing is asked. */
    help: needs('', policy),
    /** What is wrong with `password` by what is known of the rules; undefined when nothing is. */
    problem: (password: string) => problem(password),
    /** The same once the rules are there. Where they cannot be read, the server is the one to refuse. */
    problemOnceKnown: async (password: string) =>
      problem(password, await client.ensureQueryData(policyQuery).catch(() => undefined)),
  };
}
