import { cleanHtml } from '../cards/clean-html.ts';
import { patternValues } from '../cards/pattern-values.ts';
import { isPictureAddress, isSettingPicture } from '../drawing/picture-address.ts';
import { numberOf, textOf } from '../drawing/setting-values.ts';
import type { WidgetConfig } from '../model.ts';
import { escapeHtml, textFromPattern } from '../runtime/text-pattern.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { entityFunction, type Results } from './entity-functions.ts';
import type { MapEntity } from './place-values.ts';
import { safeColor } from './safe-color.ts';

/** How a marker is drawn. */
export interface MarkerLook {
  color: string;
  /** In place of the pin; `size` is its width, px. */
  picture: { address: string; size: number } | undefined;
  /** Clean markup; empty: no text. */
  label: string;
}

/** What is said about entities of a map; texts are markup that has yet to be cleaned. */
export interface Looks {
  of: (index: number) => MarkerLook;
  color: (index: number) => string;
  tooltip: (index: number) => string;
  polygonColor: (index: number, otherwise: string) => string;
  polygonTooltip: (index: number) => string;
}

const COLOR = '#fe7569';
// biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern of settings
const NAME = '${entityName}';
const PLACE = `<b>${NAME}</b><br/><br/><b>Latitude:</b> \${latitude:7}<br/><b>Longitude:</b> \${longitude:7}`;

/** A pattern with the values of an entity, each escaped. */
function writtenPattern(
  pattern: string,
  { rows, entity }: Pick<MapEntity, 'rows' | 'entity'>,
  config: WidgetConfig,
  names: Readonly<Record<string, string>> = {},
): string {
  const newest = rows.map((row) => (row.data.length > 1 ? { ...row, data: row.data.slice(-1) } : row));
  const values = patternValues(newest, config, entity);
  return textFromPattern(pattern, { ...values, names: { ...values.names, ...names } }, escapeHtml);
}

/** Markup of a label, cleaned when there is something to clean. */
function cleanLabel(html: string): string {
  return html.includes('<') ? cleanHtml(html) : html;
}

/**
 * The looks of entities by settings and their functions. What a function says is asked for once for all entities, when
 * it is first needed.
 */
export function createLooks(
  entities: readonly MapEntity[],
  config: WidgetConfig,
  scripts: Scripts | undefined,
  names: Readonly<Record<string, string>> = {},
): Looks {
  const settings = config.settings ?? {};
  const rows = () => entities.map(({ data }) => Object.assign(data, names));
  function byFunction(flag: string, body: string): ((index: number) => unknown) | undefined {
    const run = entityFunction(scripts, settings[flag], settings[body]);
    let results: Results | undefined;
    if (!run) return undefined;
    return (index) => {
      results ??= run(rows());
      return results[index];
    };
  }
  const label = byFunction('useLabelFunction', 'labelFunction');
  const tooltip = byFunction('useTooltipFunction', 'tooltipFunction');
  const color = byFunction('useColorFunction', 'colorFunction');
  const polygonColor = byFunction('usePolygonColorFunction', 'polygonColorFunction');
  const polygonTooltip = byFunction('usePolygonTooltipFunction', 'polygonTooltipFunction');
  const images = Array.isArray(settings.markerImages) ? settings.markerImages : [];
  const picture = entityFunction(scripts, settings.useMarkerImageFunction, settings.markerImageFunction, ['images']);
  let pictures: Results | undefined;
  const own = safeColor(settings.color, COLOR);
  const written = (index: number, pattern: unknown) => {
    const entity = entities[index];
    return entity && typeof pattern === 'string' ? writtenPattern(pattern, entity, config, names) : '';
  };
  const colorOf = (index: number) => safeColor(color?.(index), own);

  function pictureOf(index: number): MarkerLook['picture'] {
    const size = Math.min(500, Math.max(4, numberOf(settings.markerImageSize, 34)));
    if (picture) {
      pictures ??= picture(rows(), images);
      const found = pictures[index] as { url?: unknown; size?: unknown } | null | undefined;
      const address = textOf(found?.url);
      // A function may have it from a device: of other servers only those that the settings list.
      const isListed = address !== null && isSettingPicture(address) && images.includes(address);
      if (!address || !(isListed || isPictureAddress(address))) return undefined;
      return { address, size: Math.min(500, Math.max(4, numberOf(found?.size, size))) };
    }
    const address = settings.useMarkerImageFunction === true ? null : textOf(settings.markerImage);
    return address && isSettingPicture(address) ? { address, size } : undefined;
  }

  return {
    color: colorOf,
    of: (index) => ({
      color: colorOf(index),
      picture: pictureOf(index),
      label:
        settings.showLabel === true ? cleanLabel(written(index, label ? label(index) : (settings.label ?? NAME))) : '',
    }),
    tooltip: (index) => written(index, tooltip ? tooltip(index) : (settings.tooltipPattern ?? PLACE)),
    polygonColor: (index, otherwise) => safeColor(polygonColor?.(index), otherwise),
    polygonTooltip: (index) =>
      written(index, polygonTooltip ? polygonTooltip(index) : (settings.polygonTooltipPattern ?? `<b>${NAME}</b>`)),
  };
}
