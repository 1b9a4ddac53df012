import { type AccessRow, idsOf, NONE, type ObjectKind, only, relationsOf, type TestObjects } from './access-row.ts';

interface TypedRowsOptions {
  /** What a new one needs besides its name and type. */
  more?: (objects: TestObjects) => object;
  hasByIds?: boolean;
  /** Answers to a caller who may create one, but not with what belongs to another tenant. */
  letIn?: number[];
}

/**
 * Rows of the calls of typedEntityRoutes.
 * @param name part of the names of the routes: `EntityView`
 * @param type of the objects of the test
 */
export function typedRows(
  kind: ObjectKind,
  name: string,
  type: string,
  { more = () => ({}), hasByIds = true, letIn = [] }: TypedRowsOptions = {},
): Record<string, AccessRow | AccessRow[]> {
  return {
    [`get${name}`]: only(kind, 'READ'),
    [`get${name}Info`]: only(kind, 'READ'),
    [`save${name}`]: [
      { creates: kind, letIn, body: (objects, unique) => ({ name: unique, type, ...more(objects) }) },
      { on: kind, op: 'WRITE', body: ({ [kind]: object }) => ({ ...object, additionalInfo: { changed: true } }) },
    ],
    [`delete${name}`]: only(kind, 'DELETE'),
    [`assign${name}ToCustomer`]: only(kind, 'ASSIGN_TO_CUSTOMER'),
    [`unassign${name}FromCustomer`]: only(kind, 'UNASSIGN_FROM_CUSTOMER'),
    [`assign${name}ToPublicCustomer`]: only(kind, 'ASSIGN_TO_CUSTOMER'),
    [`getTenant${name}s`]: NONE,
    [`getTenant${name}Infos`]: NONE,
    [`getCustomer${name}s`]: only('customer', 'READ'),
    [`getCustomer${name}Infos`]: only('customer', 'READ'),
    ...(hasByIds ? { [`get${name}sByIds`]: { query: (objects) => `${kind}Ids=${idsOf(kind)(objects)}` } } : {}),
    [`search${name}s`]: {
      on: kind,
      op: 'READ',
      body: (objects) => ({ ...relationsOf(objects), relationType: 'Contains', [`${kind}Types`]: [type] }),
    },
    [`get${name}Types`]: NONE,
  };
}
