import type { WidgetType } from '@signalbox/contract/widget';
import { readResourceText } from '../api/widget-types.ts';
import type { TypeCode, TypeResource } from './protocol.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Class of the elements of a type, as 3.3.2 names it: styles and scripts of types may speak of it. */
function namespaceOf({ bundleAlias, alias }: Pick<WidgetType, 'bundleAlias' | 'alias'>, isSystem: boolean): string {
  return `widget-type-${isSystem ? 'sys-' : ''}${bundleAlias}-${alias}`.replace(/[^\w-]/g, '-');
}

/** What a type is drawn by. */
export function codeOf(type: WidgetType, isSystem: boolean): TypeCode {
  const { controllerScript, templateHtml, templateCss } = type.descriptor;
  return {
    controllerScript: textOf(controllerScript),
    templateHtml: textOf(templateHtml),
    templateCss: textOf(templateCss),
    namespace: namespaceOf(type, isSystem),
  };
}

function kindOf(url: string, isModule: boolean): TypeResource['kind'] {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (/\.css$/i.test(path) || url.startsWith('data:text/css')) return 'style';
  return isModule || /\.mjs$/i.test(path) ? 'module' : 'script';
}

/** The files that a type names, those without an address left out. */
export function resourcesOf(type: Pick<WidgetType, 'descriptor'>): TypeResource[] {
  const { resources } = type.descriptor;
  return (Array.isArray(resources) ? resources : []).flatMap((item: unknown): TypeResource[] => {
    const { url, isModule } = (item ?? {}) as { url?: unknown; isModule?: unknown };
    const address = textOf(url).trim();
    return address ? [{ url: address, kind: kindOf(address, isModule === true) }] : [];
  });
}

/** The servers that files of a type come from, as origins; a frame may speak to these alone. */
export function originsOf(resources: readonly TypeResource[], page: string): string[] {
  const origins = resources.flatMap(({ url }) => {
    const { protocol, origin } = URL.canParse(url, page) ? new URL(url, page) : new URL(page);
    return /^https?:$/.test(protocol) && origin !== new URL(page).origin ? [origin] : [];
  });
  return [...new Set(origins)];
}

/** Files of the own server are read by the page, as only it may; the frame gets what they say. */
export function withTexts(resources: readonly TypeResource[], page: string): Promise<TypeResource[]> {
  return Promise.all(
    resources.map(async (resource) => {
      // The frame says what cannot be loaded.
      if (!URL.canParse(resource.url, page)) return resource;
      const { origin, pathname, search, protocol } = new URL(resource.url, page);
      if (protocol === 'data:' || origin !== new URL(page).origin) return resource;
      if (!/^\/api\/(resource|images?)\//.test(pathname)) return resource;
      try {
        return { ...resource, text: await readResourceText(pathname + search) };
      } catch {
        // The frame fails to load it, and says so.
        return resource;
      }
    }),
  );
}

/** Address of a frame that may speak to the servers of these files alone. */
export function frameAddress(resources: readonly TypeResource[], page: string): string {
  const origins = originsOf(resources, page);
  const query = new URLSearchParams(origins.map((origin) => ['from', origin]));
  return origins.length > 0 ? `/widget-frame.html?${query}` : '/widget-frame.html';
}
