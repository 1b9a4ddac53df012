import type { TypeResource } from '../protocol.ts';

/** A file that a type needs and that cannot be loaded. */
export class ResourceError extends Error {}

const blobUrl = (text: string, type: string) => URL.createObjectURL(new Blob([text], { type }));

function loaded(element: HTMLElement, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => reject(new ResourceError(url));
    document.head.append(element);
  });
}

function load({ url, kind, text }: TypeResource): Promise<unknown> {
  const address = text === undefined ? url : blobUrl(text, kind === 'style' ? 'text/css' : 'text/javascript');
  if (kind === 'style')
    return loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address }), url);
  const script = Object.assign(document.createElement('script'), { src: address, async: false });
  if (kind === 'module') script.type = 'module';
  return loaded(script, url);
}

/**
 * Loads the files of a type, scripts in their order.
 * @throws ResourceError with the addresses that failed, a line each
 */
export async function loadResources(resources: readonly TypeResource[]): Promise<void> {
  const results = await Promise.allSettled(resources.map(load));
  const failed = results.flatMap((result, at) => (result.status === 'rejected' ? [resources[at]?.url ?? ''] : []));
  if (failed.length > 0) throw new ResourceError(failed.join('\n'));
}
