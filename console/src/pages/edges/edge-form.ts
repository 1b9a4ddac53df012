import { type EdgeInfo, edgeInputSchema, NO_EDGE_LICENSE } from '@signalbox/contract/edge';
import type { TFunction } from 'i18next';
import { edges } from '../../api/edges.ts';
import { type EntityForm, textOrNull } from '../../entity-page/form.ts';
import { typedBody, typedFields, typedValues } from '../../entity-page/typed-form.ts';
import type { TypedKind } from '../../entity-page/typed-kind.ts';
import { makeEdgeKeys } from './edge-keys.ts';

/** The keys of the next new edge: the same ones until it is saved, however often its form is drawn. */
let nextKeys = makeEdgeKeys();

/** Saves an edge; the next new one gets other keys. */
export async function saveEdge(body: object): Promise<EdgeInfo> {
  const saved = await edges.save(body);
  nextKeys = makeEdgeKeys();
  return saved;
}

/** The form of an edge. Who may not change it does not see its keys. */
export function edgeForm(t: TFunction, kind: TypedKind<EdgeInfo>, withKeys: boolean): EntityForm<EdgeInfo, object> {
  const key = { kind: 'text', readOnly: true, copies: true, section: t('edge.keys') } as const;
  const keys = [
    {
      name: 'cloudEndpoint',
      label: t('edge.cloudEndpoint'),
      kind: 'text',
      required: true,
      help: t('edge.cloudEndpointHelp'),
    } as const,
    { name: 'routingKey', label: t('edge.routingKey'), help: t('edge.routingKeyHelp'), ...key },
    { name: 'secret', label: t('edge.secret'), help: t('edge.secretHelp'), ...key },
  ];
  const label = { name: 'label', label: t('edge.label'), kind: 'text', help: t('edge.labelHelp') } as const;
  return {
    fields: typedFields(t, kind, t('edge.typeHelp'), withKeys ? [label, ...keys] : [label]),
    values: (edge) => ({
      ...typedValues(edge),
      ...(edge ? {} : { type: 'default' }),
      label: edge?.label ?? '',
      cloudEndpoint: edge?.cloudEndpoint ?? location.origin,
      routingKey: edge?.routingKey ?? nextKeys.routingKey,
      secret: edge?.secret ?? nextKeys.secret,
    }),
    body: (values, stored) => ({
      ...typedBody(values, stored),
      label: textOrNull(values.label),
      cloudEndpoint: textOrNull(values.cloudEndpoint),
      routingKey: values.routingKey,
      secret: values.secret,
      edgeLicenseKey: stored?.edgeLicenseKey ?? NO_EDGE_LICENSE,
    }),
    schema: edgeInputSchema,
  };
}
