/** Characters of the longest script that is looked at; longer ones say more than what is to be drawn. */
const LONGEST = 20_000;
/** Functions by which a type describes itself. */
const DESCRIBING =
  /self\s?\.\s?(?:typeParameters|actionSources|useCustomDatasources|get\w{0,40}Schema)\s?=\s?function\s?\(\s?\)\s?\{/g;

/** What may stand in the script of a type that only wants a drawing: it is made, kept up to date, and ended. */
const STATEMENTS = [
  /\b(?:(?:var|let|const) )?[\w.$]+ ?= ?new Tb\w+ ?\([\w .$,'"#-]*\) ?;?/g,
  /\b[\w.$]+\.(?:update|resize|destroy|checkMouseEvents|mobileModeChanged)\( ?\) ?;?/g,
  /\bif ?\([\w .$!&|=]*\)/g,
  /\bself ?\. ?on\w+ ?= ?function ?\( ?\)/g,
  /\b(?:var|let) [\w, ]+;/g,
  /['"]use strict['"]/g,
];

/** Where the block ends that begins at `from`, the place after its brace; texts in it may have braces of their own. */
function endOfBlock(script: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let at = from; at < script.length; at++) {
    const character = script[at] as string;
    if (character === '\\') at++;
    else if (quote) {
      if (character === quote) quote = '';
    } else if (`'"\``.includes(character)) quote = character;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return script.length;
}

function withoutDescriptions(script: string): string {
  let rest = '';
  let done = 0;
  for (const { index, 0: head } of script.matchAll(DESCRIBING)) {
    if (index < done) continue;
    rest += script.slice(done, index);
    done = endOfBlock(script, index + head.length);
  }
  return rest + script.slice(done);
}

/** Whether a type says no more than which drawing it wants: then nothing is missing when the page draws it alone. */
export function isOnlyDrawing(script: string, template: string): boolean {
  if (script.length > LONGEST || template.length > LONGEST) return false;
  if (template.replace(/<\/?(?:div|canvas)\b[^<>]*>/g, '').trim() !== '') return false;
  const code = script.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\/[^\n]*/g, ' ').replace(/\s+/g, ' ');
  const rest = STATEMENTS.reduce((left, part) => left.replace(part, ' '), withoutDescriptions(code));
  return !/[^\s{};]/.test(rest);
}
