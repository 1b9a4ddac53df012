/** The first half of a surrogate pair, whose second half was cut off. */
const HALF_AT_END = /[\ud800-\udbff]$/;

/** The beginning of a text, of at most `max` UTF-16 units. A character of which only half has room, such as an emoji, goes. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(HALF_AT_END, '');
}
