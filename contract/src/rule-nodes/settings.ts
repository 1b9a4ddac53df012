import * as z from 'zod/mini';
import { ENTITY_TYPES } from '../id.ts';
import { RELATION_DIRECTIONS } from '../relation.ts';
import { TIME_UNITS, type TimeUnit } from '../time-unit.ts';

/*
 * Members of node configurations. Stored configurations come from many sources: missing members are neutral (false, 0,
 * null, []), and booleans and numbers may be text, as in files exported by other versions (rule-engine.md §10).
 */

/** true, false, "true" or "false"; `absent` when null or missing. */
export function booleanSetting<T extends boolean | null>(absent: T) {
  return z.pipe(
    z.optional(z.nullable(z.union([z.boolean(), z.string().check(z.regex(/^(true|false)?$/i))]))),
    z.transform((value): boolean | T => {
      if (value === undefined || value === null || value === '') return absent;
      return typeof value === 'boolean' ? value : value.toLowerCase() === 'true';
    }),
  );
}

/** A whole number or its text, within the limits; `absent` when null or missing. */
export function integerSetting(absent: number, min: number, max = Number.MAX_SAFE_INTEGER) {
  return z.pipe(
    z.optional(z.nullable(z.union([z.number(), z.string().check(z.regex(/^-?\d*$/))]))),
    z.pipe(
      z.transform((value: number | string | null | undefined): number =>
        value === undefined || value === null || value === '' ? absent : Number(value),
      ),
      z.int().check(z.minimum(min), z.maximum(max)),
    ),
  );
}

/** A text; `absent` when null or missing. */
export function textSetting<T extends string | null>(absent: T) {
  return z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((value): string | T => value ?? absent),
  );
}

/** A list of texts; empty when null or missing. */
export const textListSetting = z.pipe(
  z.optional(z.nullable(z.array(z.string()))),
  z.transform((value): string[] => value ?? []),
);

/** Pairs of texts; empty when null or missing. */
export const textMapSetting = z.pipe(
  z.optional(z.nullable(z.record(z.string(), z.string()))),
  z.transform((value): Record<string, string> => value ?? {}),
);

/** A choice; `absent` when null or missing. */
export function choiceSetting<const T extends string, A extends T | null>(choices: readonly T[], absent: A) {
  return z.pipe(
    z.optional(z.nullable(z.enum(choices))),
    z.transform((value): T | A => value ?? absent),
  );
}

/** A list of choices; empty when null or missing. */
export function choiceListSetting<const T extends string>(choices: readonly T[]) {
  return z.pipe(
    z.optional(z.nullable(z.array(z.enum(choices)))),
    z.transform((value): T[] => value ?? []),
  );
}

/** A whole number or its text, within the limits; null when absent. */
export function optionalIntegerSetting(min: number, max: number) {
  return z.pipe(numberSetting, z.nullable(z.int().check(z.minimum(min), z.maximum(max))));
}

/** A number or its text; null when absent. */
export const numberSetting = z.pipe(
  z.optional(z.nullable(z.union([z.number(), z.string().check(z.regex(/^(-?\d+(\.\d+)?([eE][+-]?\d+)?)?$/))]))),
  z.transform((value): number | null => (value === undefined || value === null || value === '' ? null : Number(value))),
);

/** Where a walk along relations goes from the originator; null when missing. `maxLevel` 0 or less: any distance. */
export const relationsSetting = z.pipe(
  z.optional(
    z.nullable(
      z.object({
        direction: choiceSetting(RELATION_DIRECTIONS, 'FROM'),
        maxLevel: integerSetting(0, Number.MIN_SAFE_INTEGER),
        fetchLastLevelOnly: booleanSetting(false),
        filters: z.pipe(
          z.optional(
            z.nullable(
              z.array(
                z.object({
                  relationType: textSetting(null),
                  entityTypes: z.pipe(
                    z.optional(z.nullable(z.array(z.enum(ENTITY_TYPES)))),
                    z.transform((types) => types ?? []),
                  ),
                }),
              ),
            ),
          ),
          z.transform((filters) => filters ?? []),
        ),
      }),
    ),
  ),
  z.transform((value) => value ?? null),
);
export type RelationsSetting = NonNullable<z.infer<typeof relationsSetting>>;

/** Where a walk to devices goes from the originator; null when missing. `maxLevel` 0 or less: any distance. */
export const deviceRelationsSetting = z.pipe(
  z.optional(
    z.nullable(
      z.object({
        direction: choiceSetting(RELATION_DIRECTIONS, 'FROM'),
        maxLevel: integerSetting(0, Number.MIN_SAFE_INTEGER),
        relationType: textSetting(null),
        deviceTypes: textListSetting,
        fetchLastLevelOnly: booleanSetting(false),
      }),
    ),
  ),
  z.transform((value) => value ?? null),
);
export type DeviceRelationsSetting = NonNullable<z.infer<typeof deviceRelationsSetting>>;

/** A unit of a period; minutes when missing. */
export const timeUnitSetting = choiceSetting(Object.keys(TIME_UNITS) as TimeUnit[], 'MINUTES');

/** Labels of the units, for forms. */
export const TIME_UNIT_OPTIONS: Readonly<Record<TimeUnit, string>> = {
  NANOSECONDS: 'Nanoseconds',
  MICROSECONDS: 'Microseconds',
  MILLISECONDS: 'Milliseconds',
  SECONDS: 'Seconds',
  MINUTES: 'Minutes',
  HOURS: 'Hours',
  DAYS: 'Days',
};

/** How a node proves who it is; anonymous when missing. Members that belong to other types are ignored. */
export const credentialsSetting = z.pipe(
  z.optional(
    z.nullable(
      z.object({
        type: z._default(z.enum(['anonymous', 'basic', 'cert.PEM', 'sas']), 'anonymous'),
        username: textSetting(null),
        password: textSetting(null),
        /** PEM */
        caCert: textSetting(null),
        cert: textSetting(null),
        privateKey: textSetting(null),
        sasKey: textSetting(null),
      }),
    ),
  ),
  z.transform(
    (value) =>
      value ?? {
        type: 'anonymous' as const,
        username: null,
        password: null,
        caCert: null,
        cert: null,
        privateKey: null,
        sasKey: null,
      },
  ),
);
export type CredentialsSetting = z.infer<typeof credentialsSetting>;

/** Configuration of nodes without settings: anything is accepted. */
export const emptyConfiguration = z.pipe(
  z.unknown(),
  z.transform((): Record<string, never> => ({})),
);

export const EMPTY_DEFAULT = { version: 0 };
