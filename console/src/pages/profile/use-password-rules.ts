import './texts/texts.ts';
import { authRoutes } from '@signalbox/contract/auth';
import { brokenPasswordRules } from '@signalbox/contract/password-rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';

/** What the installation asks of a new password. */
export function usePasswordRules() {
  const { t } = useTranslation();
  const { data: policy } = useQuery({
    queryKey: ['passwordPolicy'],
    queryFn: () => call(authRoutes.getPasswordPolicy, {}, { ignoreErrors: true, ignoreLoading: true }),
  });
  const needs = (password: string) => {
    const rules = policy
      ? brokenPasswordRules(password, policy).map(({ rule, count }) => t(`profile.rule.${rule}`, { count }))
      : [];
    return rules.length > 0 ? t('profile.needs', { rules: rules.join(', ') }) : undefined;
  };
  return {
    /** All of it, for who begins to type; undefined when nothing is asked. */
    help: needs(''),
    /** What is wrong with `password`; undefined when nothing is. */
    problem: (password: string) => (password === '' ? t('login.passwordRequired') : needs(password)),
  };
}
