import { ENTITY_VIEW_NAMES, type EntityViewInfo, entityViewCalls } from '@signalbox/contract/entity-view';
import { createTypedApi } from './typed-entities.ts';

export const entityViews = createTypedApi<EntityViewInfo>(ENTITY_VIEW_NAMES, entityViewCalls);
