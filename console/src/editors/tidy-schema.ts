const INDENT = '    ';

/** A line of a schema without its comments and the text in its quotes. */
function bare(line: string, isInComment: boolean): { code: string; isInComment: boolean } {
  let code = '';
  let inside = isInComment;
  for (let at = 0; at < line.length; at++) {
    const two = line.slice(at, at + 2);
    if (inside) {
      if (two !== '*/') continue;
      inside = false;
      at++;
    } else if (two === '//') break;
    else if (two === '/*') {
      inside = true;
      at++;
    } else if (line[at] === '"' || line[at] === "'") {
      const quote = line[at];
      for (at++; at < line.length && line[at] !== quote; at++) if (line[at] === '\\') at++;
    } else code += line[at];
  }
  return { code, isInComment: inside };
}

const count = (text: string, letter: string): number => text.split(letter).length - 1;

/**
 * A protobuf schema as people write it: each line as far in as its braces say, at most one empty line between others, no
 * spaces at their ends. What stands in the lines stays, whether it is a schema or not.
 */
export function tidySchema(schema: string): string {
  let depth = 0;
  let isInComment = false;
  const lines: string[] = [];
  for (const line of schema.split(/\r\n|\r|\n/)) {
    const text = line.trim();
    if (text === '') {
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
      continue;
    }
    const wasInComment = isInComment;
    const read = bare(text, isInComment);
    isInComment = read.isInComment;
    const closes = /^\}*/.exec(read.code.replaceAll(/\s/g, ''))?.[0].length ?? 0;
    const aligned = wasInComment && text.startsWith('*') ? ` ${text}` : text;
    lines.push(INDENT.repeat(Math.max(0, depth - closes)) + aligned);
    depth = Math.max(0, depth + count(read.code, '{') - count(read.code, '}'));
  }
  while (lines.at(-1) === '') lines.pop();
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}
