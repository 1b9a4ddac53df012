import type { Scope } from './expression.ts';
import { drawMaterials } from './materials.ts';
import { createPipes } from './pipes.ts';
import type { Surroundings } from './surroundings.ts';
import { createView, type View } from './view.ts';

/** What a template is drawn with. */
export interface ComponentParts {
  /** What its expressions see. */
  component: Record<string, unknown>;
  translate: (key: string, params?: unknown) => string;
  /** Words for a component or a pipe that is not there. */
  missingText: (name: string) => string;
  failed: (error: unknown) => void;
  run: (work: () => unknown) => unknown;
  changed: () => void;
}

/**
 * Draws a template of Angular into an element.
 * @throws SyntaxError when an expression of it cannot be read
 */
export function drawComponent(html: string, into: Element, parts: ComponentParts): Pick<View, 'update' | 'remove'> {
  const said = new Set<string>();
  const note = (name: string) => {
    const element = document.createElement('div');
    element.className = 'missing-part';
    element.textContent = parts.missingText(name);
    element.setAttribute('role', 'note');
    return element;
  };
  const pipes = createPipes({
    translate: parts.translate,
    changed: parts.changed,
    missing(name) {
      if (said.has(name)) return;
      said.add(name);
      into.prepend(note(`| ${name}`));
    },
  });
  const scope: Scope = { component: parts.component, locals: {}, pipe: pipes.pipe };
  const surroundings: Surroundings = {
    scope,
    form: () => null,
    missing: (name) => note(`<${name}>`),
    run: parts.run,
    failed(error, text) {
      // What is not there yet is nothing to worry about more than once.
      if (said.has(text)) return;
      said.add(text);
      parts.failed(error);
    },
  };
  const template = document.createElement('template');
  template.innerHTML = html;
  drawMaterials(template.content);
  const view = createView([...template.content.childNodes], surroundings);
  into.append(...view.nodes);
  return {
    update: view.update,
    remove() {
      pipes.end();
      view.remove();
    },
  };
}
