/** A part of a font as a style sheet declares it. */
interface DeclaredFace {
  rule: CSSFontFaceRule;
  base: string;
}

function declaredFaces(): DeclaredFace[] {
  return [...document.styleSheets].flatMap((sheet) => {
    try {
      const base = sheet.href ?? document.baseURI;
      return [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [{ rule, base }] : []));
    } catch {
      // Sheets of other servers cannot be read.
      return [];
    }
  });
}

const plain = (text: string): string => text.replaceAll(/["'\s]/g, '').toLowerCase();

/** Whether the browser has loaded this part: text of the page needs it. */
function isLoaded({ rule }: DeclaredFace, loaded: readonly FontFace[]): boolean {
  const declared = (name: string) => plain(rule.style.getPropertyValue(name));
  return loaded.some(
    ({ family, unicodeRange }) =>
      plain(family) === declared('font-family') &&
      plain(unicodeRange) === (declared('unicode-range') || plain('U+0-10FFFF')),
  );
}

function asDataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the font cannot be read'));
    reader.readAsDataURL(content);
  });
}

/** The fonts that the page shows, as style that needs no other file. */
export async function pageFonts(signal: AbortSignal): Promise<string> {
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
  const faces = declaredFaces().filter((face) => isLoaded(face, loaded));
  const texts = await Promise.all(
    faces.map(async ({ rule, base }) => {
      const address = /url\((["']?)(.*?)\1\)/.exec(rule.style.getPropertyValue('src'))?.[2];
      if (!address) return '';
      const reply = await fetch(new URL(address, base), { signal });
      if (!reply.ok) return '';
      const content = await asDataUrl(await reply.blob());
      return rule.cssText.replace(/src:[^;]*;?/, `src: url("${content}");`);
    }),
  );
  return texts.join('\n');
}
