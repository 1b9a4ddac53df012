import type { WidgetKind } from '@signalbox/contract/widget';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Edited } from '../editing/use-edited.ts';
import type { WidgetConfig } from '../widgets/model.ts';
import { withKind } from './model/change-kind.ts';
import {
  type CodePart,
  type EditedResource,
  type EditedType,
  resourcesIn,
  withConfig,
  withDescriptor,
} from './model/edited-type.ts';
import type { TypeChange, TypePart } from './model/type-changes.ts';

/** ms without a change after which the next one is a step of its own */
const PAUSE = 1_000;

/** What is done with the type. What is typed without a pause is one step. */
export function useTypeEdits({ edit }: Pick<Edited<EditedType, TypeChange>, 'edit'>) {
  const { t } = useTranslation();
  const typed = useRef({ group: '', time: 0, number: 0 });
  return useMemo(() => {
    const change = (part: TypePart, next: (type: EditedType) => EditedType, group: string = part) => {
      const last = typed.current;
      const time = Date.now();
      const number = last.group === group && time - last.time < PAUSE ? last.number : last.number + 1;
      typed.current = { group, time, number };
      edit(t(`widgetEditor.part.${part}`), next, `${group} ${number}`);
    };
    return {
      setName: (name: string) => change('name', (type) => ({ ...type, name })),
      setDescription: (description: string) => change('description', (type) => ({ ...type, description })),
      setImage: (image: string) => change('image', (type) => ({ ...type, image: image || null })),
      setKind: (kind: WidgetKind) => change('kind', (type) => withKind(type, kind)),
      setSize: (size: { sizeX?: number; sizeY?: number }) => change('size', (type) => withDescriptor(type, size)),
      setCode: (part: CodePart, code: string) => change(part, (type) => withDescriptor(type, { [part]: code })),
      /** @param member what of it was changed: changes of one that follow each other are one step */
      setConfig: (config: WidgetConfig, member: string) =>
        change('defaultConfig', (type) => withConfig(type, config), `config ${member}`),
      setResources: (next: (resources: readonly EditedResource[]) => readonly EditedResource[], member: string) =>
        change('resources', (type) => withDescriptor(type, { resources: next(resourcesIn(type)) }), `files ${member}`),
    };
  }, [t, edit]);
}
export type TypeEdits = ReturnType<typeof useTypeEdits>;
