import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** An element with its children; texts of several places are joined. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: readonly XmlElement[];
}

type Growing = XmlElement & { children: Growing[] };

/** What no description of an object needs. */
const MAX_DEPTH = 32;
const MAX_ELEMENTS = 100_000;
/** Characters that are read at once: files may be long, and others want to work meanwhile. */
const SLICE = 65_536;

/**
 * Reads an XML document. The parser knows the five entities of XML only, opens nothing else, and a document type, by
 * which others could be declared, is refused.
 * @throws Error when it is not well-formed, too deep or too large
 */
export async function parseXml(source: string): Promise<XmlElement> {
  const parser = new SaxesParser();
  const open: Growing[] = [];
  let root: Growing | undefined;
  let elements = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a document type is not allowed');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_DEPTH || ++elements > MAX_ELEMENTS) throw new Error('too many elements');
    const element: Growing = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  for (let at = 0; at < source.length; at += SLICE) {
    if (at > 0) await setImmediate();
    parser.write(source.slice(at, at + SLICE));
  }
  parser.close();
  if (!root) throw new Error('there is no element');
  return root;
}

/** The first child of a name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

/** The text of the first child of a name, without space around it; empty when there is none. */
export const textOf = (element: XmlElement | undefined, name: string): string =>
  childOf(element, name)?.text.trim() ?? '';
