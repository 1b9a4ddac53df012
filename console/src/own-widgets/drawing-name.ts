/** Drawings of the page that one widget may have. */
export const MAX_DRAWINGS = 8;

/** A drawing class of 3.3.2 as it is made: by the same name the page knows which type of the system that is. */
export function drawingName(className: string, given: readonly unknown[]): string {
  const [first, second] = given;
  if (className === 'TbFlot') return `TbFlot ${typeof second === 'string' ? second : 'line'}`;
  if (className === 'TbMapWidgetV2') return `TbMapWidgetV2 ${String(first)} ${second === true ? 'routes' : 'map'}`;
  return className;
}
