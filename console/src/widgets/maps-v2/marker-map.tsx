import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { EntityMap } from './entity-map.tsx';
import { MapProblem } from './map-problem.tsx';
import type { MapProps } from './map-props.ts';
import { mapTypeOf } from './map-types.ts';
import { useGround } from './use-ground.ts';

/** A map with the newest places of entities, or why there is none. */
export function MarkerMap(props: MapProps) {
  const { t } = useTranslation();
  const type = mapTypeOf(props.widget.typeAlias);
  const ground = useGround(props.widget, type.provider, props.followed.picture);
  if (ground.kind === 'missing') return <MapProblem text={t(ground.text, { reason: ground.reason })} />;
  if (ground.kind === 'loading') return null;
  return <EntityMap {...props} type={type} ground={ground} />;
}
