import type { PageData } from '@signalbox/contract/page';
import type { Route } from '@signalbox/contract/route';
import { badRequest } from './errors.ts';
import type { RouteImplementation, RouteRequest } from './routes.ts';

/** Rows that a page holds at most: tens of megabytes. */
const MAX_PAGE_ROWS = 100_000;

type Handle = RouteImplementation['handle'];

interface Link {
  pageSize: number;
  page: number;
}

const isLink = (value: unknown): value is Link =>
  typeof value === 'object' && value !== null && 'pageSize' in value && typeof value.pageSize === 'number';

const isPage = (reply: unknown): reply is PageData<unknown> =>
  typeof reply === 'object' && reply !== null && 'totalElements' in reply;

/** Where a call says which page it wants: in its parameters, or in the query of its body. */
function linkOf({ query, body }: RouteRequest<Route>): { link: Link; put: (link: Link) => object } | undefined {
  if (isLink(query)) return { link: query, put: (link) => ({ query: { ...(query as object), ...link } }) };
  const own = (body as { pageLink?: unknown } | undefined)?.pageLink;
  return isLink(own)
    ? { link: own, put: (link) => ({ body: { ...(body as object), pageLink: { ...own, ...link } } }) }
    : undefined;
}

/**
 * Answers calls for pages of any size, since many clients ask for everything that way, but with no more rows than a page
 * may hold.
 * @throws ApiError 400 / 31 when the page would hold more
 */
export function withPageRows(handle: Handle, most = MAX_PAGE_ROWS): Handle {
  return async (request) => {
    const found = linkOf(request);
    if (!found || !(found.link.pageSize > most)) return handle(request);
    const { pageSize, page } = found.link;
    const ask = (link: Link) => handle({ ...request, ...found.put(link) });
    const first = await ask({ pageSize: 1, page: 0 });
    if (!isPage(first)) return handle(request);
    const counted = (total: number) => ({
      totalElements: total,
      totalPages: Math.ceil(total / pageSize),
      hasNext: false,
    });
    if (first.totalElements <= page * pageSize) return { data: [], ...counted(first.totalElements) };
    const whole = first.totalElements > most ? first : ((await ask({ pageSize: most, page: 0 })) as PageData<unknown>);
    if (whole.totalElements > most) {
      throw badRequest(
        `Incorrect page size '${pageSize}' of 'pageSize': the page would hold more than ${most} rows. Please ask for fewer.`,
      );
    }
    return { ...whole, ...counted(whole.totalElements) };
  };
}
