import { scopedCss } from './scoped-css.ts';

/** `cssjs`: what scripts of cards keep their own styles to their own elements with (widgets.md §1.8). */
export class CssParser {
  testMode = false;
  cssPreviewNamespace = '';

  /** The styles for what is drawn in elements of the class. */
  applyNamespacing(css: unknown, namespace: unknown = this.cssPreviewNamespace): string {
    const name = String(namespace ?? '').replace(/^\./, '');
    // Not a name of a class: nothing would have it.
    return /^[\w-]+$/.test(name) ? scopedCss(String(css ?? ''), name) : String(css ?? '');
  }

  /** Puts styles into the document, in place of those with the same id. */
  createStyleElement(id: unknown, css: unknown, format?: unknown): void {
    document.getElementById(String(id))?.remove();
    const textContent = format === 'nonamespace' ? String(css ?? '') : this.applyNamespacing(css);
    document.head.append(Object.assign(document.createElement('style'), { id: String(id), textContent }));
  }
}
