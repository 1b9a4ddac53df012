// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { drawComponent } from './component.ts';
import { sanitizer, Trusted } from './sanitizer.ts';

const MARKUP =
  '<b>Pump</b><img src="y" onerror="steal()"><a href="javascript:steal()">more</a><script>steal()</script>';
const CLEAN = '<b>Pump</b><img src="y"><a>more</a>';

function drawn(html: string, component: Record<string, unknown>) {
  const into = document.createElement('div');
  const failed = vi.fn();
  const view = drawComponent(html, into, {
    ...{ component, failed, translate: (key: string) => key, missingText: (name: string) => name },
    ...{ run: (work: () => unknown) => work(), changed: () => view.update() },
  });
  view.update();
  return { into, failed, update: view.update };
}

it.each([
  '<p [innerHTML]="text"></p>',
  '<p bind-innerHTML="text"></p>',
  '<p [(innerHTML)]="text"></p>',
  `<p [innerHTML]="text | highlight:'nothing'"></p>`,
  `<p [innerHTML]="text | safe:'url'"></p>`,
])('shows markup of a device without what would run: %s', (template) => {
  expect(drawn(template, { text: MARKUP }).into.querySelector('p')?.innerHTML).toBe(CLEAN);
});

it('shows markup as it is where the author of the widget vouches for it', () => {
  const { into, update } = drawn(`<p [innerHTML]="text"></p><p [innerHTML]="plain | safe:'html'"></p>`, {
    ...{ text: sanitizer.bypassSecurityTrustHtml(MARKUP), plain: MARKUP },
  });
  const [first, second] = into.querySelectorAll('p');
  expect([first?.innerHTML, second?.innerHTML]).toEqual([MARKUP, MARKUP]);
  const shown = second?.firstChild;
  update();
  expect(second?.firstChild).toBe(shown);
});

it.each([
  '<a [href]="url"></a>',
  '<a [attr.href]="url"></a>',
  '<a href="{{ url }}"></a>',
  '<form [action]="url"></form>',
  '<svg><a xlink:href="{{ url }}"></a></svg>',
  '<svg><animate attributeName="href" [attr.values]="\'#;\' + url"></animate></svg>',
])('leads nowhere where an address would run: %s', (template) => {
  for (const url of ['javascript:steal()', ' java\nscript:steal()', 'data:text/html,<script>steal()</script>']) {
    const html = drawn(template, { url }).into.innerHTML;
    expect(html).toContain('unsafe:');
    expect(html).not.toMatch(/="\s*(java|data)/);
  }
  expect(drawn(template, { url: 'https://example.com/a?b=c' }).into.innerHTML).not.toContain('unsafe:');
});

it('shows pictures that an address holds, and uses no parts of them', () => {
  const { into } = drawn('<img [src]="url"><svg><use [attr.href]="url"></use></svg>', {
    url: 'data:image/svg+xml,<svg></svg>',
  });
  expect(into.querySelector('img')?.getAttribute('src')).toBe('data:image/svg+xml,<svg></svg>');
  expect(into.querySelector('use')?.getAttribute('href')).toMatch(/^unsafe:/);
});

it.each(['[attr.onclick]="text"', 'onclick="{{ text }}"', '[onclick]="text"', 'bind-onclick="text"'])(
  'never runs a value when something happens: %s',
  (attribute) => {
    const { into, failed } = drawn(`<svg><rect ${attribute}></rect></svg><p ${attribute}></p>`, { text: 'steal()' });
    expect(into.querySelector('[onclick]')).toBeNull();
    expect(into.querySelector('p')?.onclick).toBeNull();
    expect(failed).toHaveBeenCalled();
  },
);

it('has no scripts in templates', () => {
  expect(drawn('<p>one</p><script>{{ text }}</script>', { text: 'steal()' }).into.querySelector('script')).toBeNull();
});

it('gives scripts of widgets a sanitizer', () => {
  expect(sanitizer.sanitize(1, MARKUP)).toBe(CLEAN);
  expect(sanitizer.sanitize(1, sanitizer.bypassSecurityTrustHtml(MARKUP))).toBe(MARKUP);
  expect(sanitizer.sanitize(1, sanitizer.bypassSecurityTrustUrl(MARKUP))).toBe(CLEAN);
  expect(sanitizer.sanitize(4, 'javascript:steal()')).toBe('unsafe:javascript:steal()');
  expect(sanitizer.sanitize(4, '/dashboards')).toBe('/dashboards');
  expect(sanitizer.sanitize(1, null)).toBeNull();
  expect(() => sanitizer.sanitize(3, 'steal()')).toThrow('unsafe value');
  expect(sanitizer.sanitize(3, new Trusted('script', 'go()'))).toBe('go()');
});
