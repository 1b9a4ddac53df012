/** How a component of Angular Material is drawn: as which element, with which attributes. */
interface Drawing {
  tag: string;
  attributes?: Readonly<Record<string, string>>;
  /** What it is controlled by stands in an input within it. */
  input?: Readonly<Record<string, string>>;
}

const box = (tag = 'div'): Drawing => ({ tag });

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'mat-icon': { tag: 'span', attributes: { 'aria-hidden': 'true' } },
  'mat-form-field': box('label'),
  'mat-label': box('span'),
  'mat-hint': box('span'),
  'mat-error': { tag: 'span', attributes: { role: 'alert' } },
  'mat-placeholder': box('span'),
  'mat-slide-toggle': { tag: 'label', input: { type: 'checkbox', role: 'switch' } },
  'mat-checkbox': { tag: 'label', input: { type: 'checkbox' } },
  'mat-radio-button': { tag: 'label', input: { type: 'radio' } },
  'mat-radio-group': { tag: 'div', attributes: { role: 'radiogroup' } },
  'mat-select': box('select'),
  'mat-option': box('option'),
  'mat-optgroup': box('optgroup'),
  'mat-slider': { tag: 'input', attributes: { type: 'range' } },
  'mat-card': box('section'),
  'mat-card-header': box(),
  'mat-card-title': box(),
  'mat-card-subtitle': box(),
  'mat-card-content': box(),
  'mat-card-actions': box(),
  'mat-card-footer': box(),
  'mat-divider': box('hr'),
  'mat-list': box(),
  'mat-nav-list': box(),
  'mat-action-list': box(),
  'mat-list-item': box(),
  'mat-chip-list': box(),
  'mat-chip': box('span'),
  'mat-toolbar': box(),
  'mat-toolbar-row': box(),
  'mat-progress-bar': { tag: 'progress', attributes: { max: '100' } },
  'mat-progress-spinner': { tag: 'progress', attributes: { max: '100' } },
  'mat-spinner': box('progress'),
  'mat-dialog-content': box(),
  'mat-dialog-actions': box(),
  'mat-expansion-panel': box('details'),
  'mat-expansion-panel-header': box('summary'),
  'mat-panel-title': box('span'),
  'mat-panel-description': box('span'),
  'mat-accordion': box(),
  'mat-tab-group': box(),
  'mat-tab': { tag: 'details', attributes: { open: '' } },
};

/** Attributes that make a plain element a component; drawn as classes. */
const MARKS = [
  'mat-button',
  'mat-raised-button',
  'mat-flat-button',
  'mat-stroked-button',
  'mat-icon-button',
  'mat-fab',
  'mat-mini-fab',
  'matinput',
  'mat-list-item',
  'mat-dialog-title',
  'mat-dialog-content',
  'mat-dialog-actions',
  'matprefix',
  'matsuffix',
  'mat-card-avatar',
  'mat-card-image',
];

/** Names of Angular itself. */
const OF_ANGULAR = new Set(['ng-container', 'ng-template', 'ng-content']);

/** What stays with the element itself when the rest goes to the input within it. */
const OF_OUTSIDE = /^(\*|class$|style$|\[ngclass\]|\[ngstyle\]|\[class|\[style|fx|color$|id$)/;

function moveAttributes(from: Element, to: Element, which: (name: string) => boolean = () => true): void {
  // Names such as `*ngIf` can be moved, but not written.
  for (const attribute of [...from.attributes]) {
    if (!which(attribute.name)) continue;
    from.removeAttributeNode(attribute);
    to.setAttributeNode(attribute);
  }
}

function drawn(element: Element, name: string, { tag, attributes = {}, input }: Drawing): Element {
  const outer = document.createElement(tag);
  const inner = input ? document.createElement('input') : undefined;
  if (inner) {
    moveAttributes(element, inner, (attribute) => !OF_OUTSIDE.test(attribute));
    for (const [attribute, value] of Object.entries(input ?? {})) inner.setAttribute(attribute, value);
  }
  moveAttributes(element, outer);
  for (const [attribute, value] of Object.entries(attributes)) outer.setAttribute(attribute, value);
  outer.classList.add(name);
  if (inner) outer.append(inner, Object.assign(document.createElement('span'), { className: `${name}-track` }));
  if (name === 'mat-tab') {
    outer.prepend(Object.assign(document.createElement('summary'), { textContent: outer.getAttribute('label') ?? '' }));
  }
  outer.append(...element.childNodes);
  element.replaceWith(outer);
  return outer;
}

/**
 * Puts plain elements where a template has components of Angular Material, and collects the names of components that
 * nothing can be put in place of; those stay.
 */
export function drawMaterials(root: DocumentFragment): Set<string> {
  const missing = new Set<string>();
  for (const element of [...root.querySelectorAll('*')]) {
    const name = element.localName;
    for (const mark of MARKS) if (element.hasAttribute(mark)) element.classList.add(mark);
    const drawing = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : undefined;
    if (drawing) drawn(element, name, drawing);
    else if (name.includes('-') && !OF_ANGULAR.has(name) && element instanceof HTMLElement) missing.add(name);
  }
  return missing;
}
