import { cleanHtml } from '../../../widgets/cards/clean-html.ts';

type Kind = 'html' | 'style' | 'script' | 'url' | 'resourceUrl';

/** A value that the author of the widget vouches for: it is used as it is where its kind belongs. */
export class Trusted {
  readonly kind: Kind;
  readonly value: string;

  constructor(kind: Kind, value: unknown) {
    this.kind = kind;
    this.value = String(value ?? '');
  }

  toString(): string {
    return this.value;
  }
}

/** Schemes of addresses that a widget may show or lead to; none of them runs anything. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:', 'blob:']);
const MEDIA = /^data:(?:image|audio|video)\//i;
/** Elements that show or play what an address holds, and run nothing in it. */
const SHOWN: ReadonlySet<string> = new Set(['img', 'image', 'audio', 'video', 'source', 'input']);

/** An address as it is, or marked so that it leads nowhere. @param isShown whether it may hold a picture or a sound */
function safeAddress(value: unknown, isShown: boolean): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (value instanceof Trusted && (value.kind === 'url' || value.kind === 'resourceUrl')) return value.value;
  const text = String(value);
  try {
    // Read as browsers do, who pass over white space within a scheme.
    const { protocol, href } = new URL(text, 'https://widget.invalid');
    return SCHEMES.has(protocol) || (isShown && MEDIA.test(href)) ? text : `unsafe:${text}`;
  } catch {
    return text;
  }
}

/** Markup with everything taken out that could run. */
function safeHtml(value: unknown): string {
  return value instanceof Trusted && value.kind === 'html' ? value.value : cleanHtml(String(value ?? ''));
}

const MARKUP: ReadonlySet<string> = new Set(['innerhtml', 'outerhtml', 'srcdoc']);
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'xlink:href', 'src', 'action', 'formaction']);
/** Elements of SVG that give an attribute of another one its value, and their own attributes that do. */
const ANIMATION = /^(?:set|animate)/i;
const ANIMATED: ReadonlySet<string> = new Set(['to', 'from', 'by', 'values']);

/**
 * A value as a property or attribute may have it: templates are written by people who may run code, values come from
 * devices.
 * @param name in small letters
 */
export function harmless(element: Element, name: string, value: unknown): unknown {
  if (MARKUP.has(name)) return safeHtml(value);
  if (ADDRESSES.has(name)) return safeAddress(value, SHOWN.has(element.localName));
  if (ANIMATED.has(name) && ANIMATION.test(element.localName)) {
    return String(value ?? '')
      .split(';')
      .map((part) => safeAddress(part.trim(), false))
      .join(';');
  }
  return value;
}

/** Attributes that run their value, which only the text of a template itself may give. */
export const isHandler = (name: string): boolean => /^(?:attr\.)?on/i.test(name);

/** Places in the order in which Angular counts its security contexts. */
const CONTEXTS: readonly ('none' | Kind)[] = ['none', 'html', 'style', 'script', 'url', 'resourceUrl'];

/** `ctx.sanitizer`, as that of Angular. */
export const sanitizer = {
  bypassSecurityTrustHtml: (value: unknown) => new Trusted('html', value),
  bypassSecurityTrustStyle: (value: unknown) => new Trusted('style', value),
  bypassSecurityTrustScript: (value: unknown) => new Trusted('script', value),
  bypassSecurityTrustUrl: (value: unknown) => new Trusted('url', value),
  bypassSecurityTrustResourceUrl: (value: unknown) => new Trusted('resourceUrl', value),
  /** @throws Error for scripts and addresses of resources that nobody vouches for */
  sanitize(context: number, value: unknown): unknown {
    const kind = CONTEXTS[context];
    if (value === null || value === undefined || kind === 'none') return value ?? null;
    if (value instanceof Trusted && value.kind === kind) return value.value;
    if (kind === 'html') return safeHtml(value);
    if (kind === 'url') return safeAddress(value, true);
    if (kind === 'style') return String(value);
    throw new Error(`unsafe value used in a ${kind} context`);
  },
};

/** The pipe `safe`, with the kind that the author of a template names. */
export function trustedBy(value: unknown, kind: unknown): unknown {
  return CONTEXTS.includes(kind as Kind) && kind !== 'none' ? new Trusted(kind as Kind, value) : value;
}
