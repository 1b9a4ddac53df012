import * as z from 'zod/mini';
import { EMPTY_PARAMETER, isUuid, uuidSchema } from './id.ts';

export type SortDirection = 'ASC' | 'DESC';

/** The parsed parameters of a list call. */
export interface PageLink {
  /** Rows per page, at least 1. */
  pageSize: number;
  /** Page number from 0. */
  page: number;
  /** Case-insensitive "contains" on the entity's search text. */
  textSearch?: string | undefined;
  sortProperty?: string | undefined;
  sortOrder?: SortDirection | undefined;
}

/** A list call that is also limited in time: bounds on `createdTime` in epoch ms, both inclusive. */
export interface TimePageLink extends PageLink {
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** Reply of every paged list. */
export interface PageData<T> {
  data: T[];
  totalPages: number;
  totalElements: number;
  hasNext: boolean;
}

/** Builds the reply of a paged list from one page of rows and the total number of rows. */
export function pageData<T>(data: T[], totalElements: number, link: { pageSize: number; page: number }): PageData<T> {
  const totalPages = Math.ceil(totalElements / link.pageSize);
  return { data, totalPages, totalElements, hasNext: link.page + 1 < totalPages };
}

/** Schema of a page of `item`. */
export function pageOf<T extends z.core.$ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    totalPages: z.number(),
    totalElements: z.number(),
    hasNext: z.boolean(),
  });
}

/** Values that the API description lists for parameters whose check is not a plain enumeration (any case, empty). */
export const namedValues = z.registry<{ enum: string[] }>();

/** The last time that a date can be, in epoch ms. Clients send the largest number that they have for "without an end". */
const LAST_TIME = 8_640_000_000_000_000;
/** The number, or the nearest one that can be a time. */
export const withinTime = (value: number): number => Math.max(-LAST_TIME, Math.min(value, LAST_TIME));

/** A text in a query string that cannot be empty, as a name that is looked up. */
export const queryName = z.string().check(z.minLength(1, { error: EMPTY_PARAMETER }));

/** A whole number of up to 64 bits in a query string. What is no time any more counts as the last one. */
export const queryInteger = z.pipe(
  z.string().check(z.regex(/^\s*-?\d{1,19}\s*$/, { error: 'must be a whole number' })),
  z.transform((value: string) => withinTime(Number(value))),
);

/** `true` or `false` in a query string. */
export const queryBoolean = z.pipe(
  z.string().check(z.regex(/^(true|false)$/i, { error: "must be 'true' or 'false'" })),
  z.transform((value: string) => value.toLowerCase() === 'true'),
);

/*
 * Optional parameters. Clients that fill in a template send an empty text for parameters they omit, which counts as
 * absent.
 */

/** A whole number in a query string, or none. */
export const queryIntegerOrNone = z.optional(
  z.pipe(
    z.string().check(z.regex(/^\s*(-?\d{1,19}\s*)?$/, { error: 'must be a whole number' })),
    z.transform((value: string) => (value.trim() === '' ? undefined : withinTime(Number(value)))),
  ),
);

/** `true` or `false` in a query string, or neither. */
export const queryBooleanOrNone = z.optional(
  z.pipe(
    z.string().check(z.regex(/^(true|false)?$/i, { error: "must be 'true' or 'false'" })),
    z.transform((value: string) => (value === '' ? undefined : value.toLowerCase() === 'true')),
  ),
);

/** A comma-separated list in a query string; empty items are dropped. */
export const queryList = z.pipe(
  z.string(),
  z.transform((value: string) => value.split(',').filter((item) => item !== '')),
);

/** Texts of a parameter that may be repeated, each as it is, commas included. */
export const queryTexts = z.optional(z.array(z.string()));

/** An id in a query string, or none; consoles send the empty text for "all". */
export const queryUuidOrNone = z.optional(
  z.pipe(
    z.string().check(
      z.refine((value) => value === '' || isUuid(value), {
        error: (issue) => `Invalid UUID string: ${String(issue.input)}`,
      }),
    ),
    z.transform((value: string) => (value === '' ? undefined : value.toLowerCase())),
  ),
);

/** A comma-separated list of ids in a query string; empty items are dropped, and at least one id is required. */
export const queryUuidList = z.pipe(queryList, z.array(uuidSchema).check(z.minLength(1, { error: EMPTY_PARAMETER })));

/** Pages are counted in 32 bits, as clients do, so that the offset of a row fits the database's 64 bits. */
const MAX_PAGE = 2 ** 31 - 1;
const pageCount = queryInteger.check(z.lte(MAX_PAGE, { error: `must be at most ${MAX_PAGE}` }));

const sortOrderQuery = z.pipe(
  z
    .string()
    .check(
      z.refine((value) => /^(asc|desc)?$/i.test(value), {
        error: (issue) => `Unsupported sort order '${String(issue.input)}'! Only 'ASC' or 'DESC' types are allowed.`,
      }),
    )
    .register(namedValues, { enum: ['ASC', 'DESC'] }),
  z.transform((value: string): SortDirection => (value.toUpperCase() === 'DESC' ? 'DESC' : 'ASC')),
);

/** The five query parameters of a paged list. */
export const pageQuery = {
  pageSize: pageCount.check(
    z.refine((value) => value > 0, {
      error: (issue) => `Incorrect page link page size '${String(issue.input)}'. Page size must be greater than zero.`,
    }),
  ),
  page: pageCount.check(
    z.refine((value) => value >= 0, {
      error: (issue) => `Incorrect page link page '${String(issue.input)}'. Page must be positive integer.`,
    }),
  ),
  textSearch: z.optional(z.string()),
  sortProperty: z.optional(z.string()),
  sortOrder: z.optional(sortOrderQuery),
};

/** The query parameters of a paged list with a time range. */
export const timePageQuery = {
  ...pageQuery,
  startTime: queryIntegerOrNone,
  endTime: queryIntegerOrNone,
};
