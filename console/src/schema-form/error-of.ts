import { useTranslation } from 'react-i18next';
import { useForm } from './form-context.ts';
import { type Field, placeOf } from './form-fields.ts';
import { nameOfPath } from './members.ts';

/** What is wrong with a field, in words. That something is missing is only said once the field was left. */
export function useErrorOf(field: Field, places: readonly number[]): string | undefined {
  const { t } = useTranslation();
  const { problems, wrong, isChecked } = useForm();
  const name = nameOfPath(placeOf(field, places));
  if (Object.hasOwn(wrong, name)) return wrong[name];
  const problem = problems[name];
  if (!problem || (problem.key === 'required' && !isChecked(name))) return undefined;
  return t(`schemaForm.problem.${problem.key}`, { bound: problem.bound });
}
