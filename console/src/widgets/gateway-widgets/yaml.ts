import { isObject } from './base64-json.ts';

/** Plain data as YAML in block style. Texts are quoted as JSON, which YAML reads the same. */
export function yamlText(value: unknown): string {
  return `${lines(value).join('\n')}\n`;
}

const isNested = (value: unknown) =>
  (Array.isArray(value) && value.length > 0) || (isObject(value) && Object.keys(value).length > 0);

/** Names that YAML 1.1, which gateways read, takes for something else than a text. */
const NO_TEXT = /^(y|yes|n|no|on|off|true|false|null)$/i;

const keyText = (name: string) => (/^[A-Za-z_][\w-]*$/.test(name) && !NO_TEXT.test(name) ? name : JSON.stringify(name));

function lines(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => {
      const [first = '', ...rest] = lines(item);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  if (isObject(value) && isNested(value)) {
    return Object.entries(value).flatMap(([name, member]) => {
      const key = keyText(name);
      if (!isNested(member)) return [`${key}: ${lines(member)[0]}`];
      return [`${key}:`, ...lines(member).map((line) => `  ${line}`)];
    });
  }
  return [JSON.stringify(value ?? null)];
}
