import type { EntityId } from '@signalbox/contract/id';
import type { NamedEntityType } from '@signalbox/contract/rule-nodes/relation-target';
import { isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type { Message } from '../../messages/message.ts';
import type { RelationChange, RelationEnds } from '../effects/change-relations.ts';
import type { RuleNodePlace, RuleNodeServices } from './define-rule-node.ts';
import { prepareNamedEntity } from './named-entity.ts';
import { compileTemplate } from './template.ts';

/** As REST calls allow it. */
const MAX_TYPE_LENGTH = 255;

interface RelationTargetSettings {
  direction: 'FROM' | 'TO';
  relationType: string;
  entityType: NamedEntityType | null;
  entityNamePattern: string;
  entityTypePattern: string | null;
  entityCacheExpiration: number;
}

/** The entity and the relations that a node is about. */
export interface RelationTarget {
  /** The entity that the message names. @throws Error when there is none, and it is not to be created */
  entity(message: Message): Promise<EntityId>;
  /** The relation between it and the originator. */
  relation(message: Message, target: EntityId): RelationEnds;
  /** All relations of the type on this side of the originator. */
  all(message: Message): Extract<RelationChange, { clear: unknown }>['clear'];
}

/** @param creates whether devices, assets and customers that do not exist are created */
export function prepareRelationTarget(
  settings: RelationTargetSettings,
  services: Pick<RuleNodeServices, 'entities' | 'reads'>,
  place: RuleNodePlace,
  creates: boolean,
): RelationTarget {
  const { direction, entityType } = settings;
  const nameOf = compileTemplate(settings.entityNamePattern);
  const typeOf = compileTemplate(settings.entityTypePattern ?? '');
  const fillType = compileTemplate(settings.relationType);
  const relationTypeOf = (message: Message): string => {
    const type = fillType(message);
    if (type === '') throw new Error('Relation type should be specified!');
    if (type.length > MAX_TYPE_LENGTH) {
      throw new Error(`The type of a relation must have at most ${MAX_TYPE_LENGTH} characters`);
    }
    if (!isStorableText(type)) throw new Error(`The type of the relation ${UNSTORABLE_TEXT}`);
    return type;
  };
  const entities = prepareNamedEntity(services, place, settings.entityCacheExpiration);

  return {
    async entity(message) {
      if (!entityType) throw new Error('The kind of the entity is not set');
      const name = nameOf(message);
      if (creates && (entityType === 'DEVICE' || entityType === 'ASSET' || entityType === 'CUSTOMER')) {
        return entities.ensure(entityType, name, typeOf(message));
      }
      const found = await entities.find(entityType, name);
      if (!found) throw new Error(`No entity found with type '${entityType}' and name '${name}'.`);
      return found;
    },
    relation(message, target) {
      const type = relationTypeOf(message);
      const { originator } = message;
      return direction === 'FROM' ? { from: target, to: originator, type } : { from: originator, to: target, type };
    },
    all: (message) => ({
      at: message.originator,
      direction: direction === 'FROM' ? 'TO' : 'FROM',
      type: relationTypeOf(message),
    }),
  };
}
