import { type AssetInput, assetInputSchema } from '@signalbox/contract/asset';
import { type EdgeInput, edgeInputSchema, NO_EDGE_LICENSE } from '@signalbox/contract/edge';
import { v4 as uuid } from 'uuid';
import type * as z from 'zod/mini';
import { assetKind } from '../entities/asset/asset-kind.ts';
import type { Assets } from '../entities/asset/assets.ts';
import { randomAccessToken } from '../entities/device/device-credentials.ts';
import { edgeKind } from '../entities/edge/edge-kind.ts';
import type { Edges } from '../entities/edge/edges.ts';
import { labelOf } from '../entities/entity-kind.ts';
import type { TypedEntity } from '../entities/typed/typed-entity.ts';
import type { TypedInput, TypedService } from '../entities/typed/typed-service.ts';
import { badRequest } from '../http/errors.ts';
import { parseWith } from '../http/parse.ts';
import { createTurns } from '../storage/turns.ts';
import { attempt } from './device-import.ts';
import { type ImportLine, withInfo } from './import-line.ts';
import {
  type FieldChange,
  type ImportContext,
  type ImportedKind,
  type PlannedSave,
  secretChanges,
  textChanges,
} from './imported-kind.ts';

/** Changes are statements of their own: as many at a time as leave connections to other callers. */
const CHANGES_AT_ONCE = 3;

interface TypedImport<Entity, Input extends TypedInput> {
  kind: ImportedKind['kind'];
  service: Pick<TypedService<Entity & TypedEntity, Input>, 'findByNames' | 'saveOver' | 'check'>;
  schema: z.core.$ZodType<Input>;
  /** Members that only this kind has, as they become, and what of them is a change. */
  own: (
    context: ImportContext,
    line: ImportLine,
    known: Entity | undefined,
  ) => { members: object; fields: FieldChange[] };
}

function createTypedImport<Entity extends TypedEntity & { label: string | null }, Input extends TypedInput>({
  kind,
  service,
  schema,
  own,
}: TypedImport<Entity, Input>): ImportedKind {
  const label = labelOf(kind);
  const inTurn = createTurns(CHANGES_AT_ONCE);

  /** @throws ApiError 400 / 31 */
  function planOne(context: ImportContext, line: ImportLine, known: Entity | undefined): PlannedSave {
    const { user, update } = context;
    const { cells } = line;
    if (!cells.NAME) throw badRequest(`${label} name should be specified!`);
    if (known && !update) throw badRequest(`${label} with such name already exists!`);
    const { members, fields } = own(context, line, known);
    const input = parseWith(
      schema,
      {
        ...known,
        name: cells.NAME,
        type: cells.TYPE ?? known?.type ?? null,
        label: cells.LABEL ?? known?.label ?? null,
        additionalInfo: withInfo(known?.additionalInfo, line),
        ...members,
      },
      'field',
    );
    return {
      known,
      fields: [
        ...textChanges([
          ['type', known?.type, cells.TYPE],
          ['label', known?.label, cells.LABEL],
          ['description', known?.additionalInfo?.description, cells.DESCRIPTION],
        ]),
        ...fields,
      ],
      save: () =>
        known ? inTurn(() => service.saveOver(user, input, known)) : service.saveOver(user, input, undefined),
      check: () => inTurn(() => service.check(user, input, known)),
    };
  }

  return {
    kind,
    async plan(context, lines) {
      const names = lines.map(({ cells }) => cells.NAME ?? '');
      const found = new Map((await service.findByNames(context.user, names)).map((entity) => [entity.name, entity]));
      return lines.map((line) => attempt(() => planOne(context, line, found.get(line.cells.NAME ?? ''))));
    },
  };
}

/** Imports assets. */
export const createAssetImport = (assets: Assets['service']): ImportedKind =>
  createTypedImport<Awaited<ReturnType<typeof assets.read>>, AssetInput>({
    kind: assetKind,
    service: assets,
    schema: assetInputSchema,
    own: () => ({ members: {}, fields: [] }),
  });

/** @throws ApiError 400 / 31 when a line before has the same routing key for another edge */
function claimRoutingKey({ claimed }: ImportContext, { NAME = '', ROUTING_KEY: key }: ImportLine['cells']): void {
  if (key === undefined) return;
  if ((claimed.get(key) ?? NAME) !== NAME) throw badRequest('Edge with such routing key already exists!');
  claimed.set(key, NAME);
}

/** Imports edges; what a new one needs and its line does not name is made (specification §5). */
export const createEdgeImport = (edges: Edges['service']): ImportedKind =>
  createTypedImport<Awaited<ReturnType<typeof edges.read>>, EdgeInput>({
    kind: edgeKind,
    service: edges,
    schema: edgeInputSchema,
    own: (context, { cells }, known) => {
      claimRoutingKey(context, cells);
      return {
        members: {
          edgeLicenseKey: cells.EDGE_LICENSE_KEY ?? known?.edgeLicenseKey ?? NO_EDGE_LICENSE,
          cloudEndpoint: cells.CLOUD_ENDPOINT ?? known?.cloudEndpoint ?? context.origin,
          routingKey: cells.ROUTING_KEY ?? known?.routingKey ?? uuid(),
          secret: cells.SECRET ?? known?.secret ?? randomAccessToken(),
        },
        fields: [
          ...textChanges([['cloudEndpoint', known?.cloudEndpoint, cells.CLOUD_ENDPOINT]]),
          ...secretChanges([
            ['edgeLicenseKey', known?.edgeLicenseKey, cells.EDGE_LICENSE_KEY],
            ['routingKey', known?.routingKey, cells.ROUTING_KEY],
            ['secret', known?.secret, cells.SECRET],
          ]),
        ],
      };
    },
  });
