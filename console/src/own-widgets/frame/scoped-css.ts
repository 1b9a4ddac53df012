/**
 * The styles of a type for what is drawn in the element with its class. Rules are nested in one for that element, which
 * browsers then read; what concerns the whole document, as fonts and animations, stays outside.
 */
export function scopedCss(css: string, namespace: string): string {
  const outside: string[] = [];
  const inside = css.replace(
    /@(?:import|charset|namespace)[^;]*;|@(?:-webkit-)?(?:font-face|keyframes)[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g,
    (rule) => {
      outside.push(rule);
      return '';
    },
  );
  return `${outside.join('\n')}\n.${namespace} {\n${inside}\n}`;
}
