import { useTranslation } from 'react-i18next';
import { type ActionSourceInfo, isNamed, wordsOfSource } from './action-sources.ts';

/** Names of the sources of actions. */
export function useSourceName(): (source: string, info: ActionSourceInfo) => string {
  const { t } = useTranslation();
  return (source, info) => (isNamed(source) ? t(`widgetAction.sources.${source}`) : wordsOfSource(source, info));
}
