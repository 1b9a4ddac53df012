import { createHash } from 'node:crypto';
import { storedStateText } from '@signalbox/contract/stored-state';
import type { WidgetTypeDetails } from '@signalbox/contract/widget';
import type { WidgetTypeContent } from '@signalbox/contract/widget-type-version';
import { conflict } from '../../http/errors.ts';
import type { Kept } from '../versions/version-kind.ts';

/** All that a save replaces: its bundle and its alias are for ever. */
export const contentOfType = ({ name, image, description, descriptor }: WidgetTypeContent): WidgetTypeContent => ({
  name,
  image,
  description,
  descriptor,
});

/** A widget type as its versions keep it. */
export const toKeptType = (type: WidgetTypeDetails): Kept<WidgetTypeContent> => ({
  id: type.id.id,
  tenantId: type.tenantId.id,
  name: type.name,
  createdTime: type.createdTime,
  content: contentOfType(type),
});

/**
 * A check that a widget type is still in the state that a caller knows; without one nothing is compared.
 * @throws ApiError 409 / 31
 */
export const requireTypeState =
  (basedOn: string | undefined) =>
  (stored: WidgetTypeDetails): void => {
    if (basedOn === undefined) return;
    const state = createHash('sha256').update(storedStateText(stored)).digest('hex');
    if (basedOn !== state) throw conflict('The widget type was changed meanwhile');
  };
