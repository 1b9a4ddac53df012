import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapEntity, Place, PlaceKeys } from './place-values.ts';
import { rowNamed } from './place-values.ts';
import { saveWithUndo } from './save-place.ts';

interface Move {
  to: Place | undefined;
  /** What the values said when it was moved: they count again when they say something else. */
  from: Place | undefined;
}

const isSame = (a: Place | undefined, b: Place | undefined) => a?.lat === b?.lat && a?.lng === b?.lng;

/** Where people put entities, from when they let go until the values say so. */
export function useMoves(entities: readonly MapEntity[], keys: PlaceKeys) {
  const { t } = useTranslation();
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map());
  const set = (key: string, move: Move | undefined) =>
    setMoves((now) => {
      const next = new Map(now);
      if (move) next.set(key, move);
      else next.delete(key);
      return next;
    });

  const moved = useMemo(
    () =>
      moves.size === 0
        ? entities
        : entities.map((entity) => {
            const move = moves.get(entity.key);
            return move && isSame(move.from, entity.place) ? { ...entity, place: move.to } : entity;
          }),
    [entities, moves],
  );

  /** Moves an entity to a place of values; undefined: off the map. */
  function move(entity: MapEntity, to: Place | undefined) {
    const values = (place: Place | undefined) => ({ [keys.lat]: place?.lat ?? null, [keys.lng]: place?.lng ?? null });
    const saidBefore = {
      [keys.lat]: rowNamed(entity.rows, keys.lat)?.data.at(-1)?.[1] ?? null,
      [keys.lng]: rowNamed(entity.rows, keys.lng)?.data.at(-1)?.[1] ?? null,
    };
    const shown = moved.find(({ key }) => key === entity.key)?.place;
    const said = entities.find(({ key }) => key === entity.key)?.place;
    const before = isSame(shown, said) ? saidBefore : values(shown);
    set(entity.key, { to, from: said });
    const text = to === undefined ? 'map.removed' : shown === undefined ? 'map.placed' : 'map.moved';
    void saveWithUndo(
      entity.rows,
      { message: t(text, { name: entity.entity.name }), values: values(to), before },
      () => set(entity.key, undefined),
      () => set(entity.key, undefined),
    );
  }

  return { moved, move };
}
