import { jsPDF } from 'jspdf';
import { HEAD, type PdfLayout, pdfPages, type Strip, stripsOf } from './pdf-pages.ts';
import type { ShotSize } from './shot-size.ts';

/** px for each mm of the title. */
const SHARPNESS = 12;
const QUALITY = 0.9;

/** What stands over each page. */
export interface PdfHead {
  title: string;
  /** The time that is shown, and when it was printed. */
  details: string;
  /** @param page from 1 */
  pageOf: (page: number, count: number) => string;
}

/** Writes the title as a picture: fonts of PDF files know few alphabets. */
function headPicture(
  { title, details, pageOf }: PdfHead,
  width: number,
  page: number,
  count: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SHARPNESS);
  canvas.height = Math.round(HEAD * SHARPNESS);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const { fontFamily } = getComputedStyle(document.body);
  const isRtl = document.documentElement.dir === 'rtl';
  const [start, end] = isRtl ? [canvas.width, 0] : [0, canvas.width];
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.direction = isRtl ? 'rtl' : 'ltr';
  context.textAlign = 'start';
  context.fillStyle = '#1b1f24';
  context.font = `600 ${4.6 * SHARPNESS}px ${fontFamily}`;
  context.fillText(title, start, 4.6 * SHARPNESS, canvas.width * 0.8);
  context.fillStyle = '#57606a';
  context.font = `400 ${3 * SHARPNESS}px ${fontFamily}`;
  context.fillText(details, start, 9 * SHARPNESS, canvas.width);
  context.textAlign = 'end';
  if (count > 1) context.fillText(pageOf(page, count), end, 4.6 * SHARPNESS, canvas.width * 0.2);
  return canvas;
}

/** A dashboard as a PDF, each page with its title, which is written strip by strip. */
export function createPdf(size: ShotSize, layout: PdfLayout, head: PdfHead) {
  const { page, picture, scale, slices } = pdfPages(size, layout);
  const format = [page.width, page.height];
  const orientation = page.width > page.height ? 'landscape' : 'portrait';
  const file = new jsPDF({ unit: 'mm', format, orientation, compress: true });
  file.setProperties({ title: head.title });
  const width = page.width - 2 * picture.left;
  let written = 0;
  return {
    strips: stripsOf(slices, size.width),

    /** Adds the pages of the next strip. @param canvas what it looks like */
    add(strip: Strip, canvas: HTMLCanvasElement): void {
      const density = canvas.width / size.width;
      for (const { top, height } of strip.slices) {
        if (written > 0) file.addPage(format, orientation);
        const title = headPicture(head, width, ++written, slices.length);
        file.addImage(title.toDataURL('image/jpeg', QUALITY), 'JPEG', picture.left, picture.top - HEAD, width, HEAD);
        const part = document.createElement('canvas');
        part.width = canvas.width;
        part.height = Math.max(1, Math.round(height * density));
        part.getContext('2d')?.drawImage(canvas, 0, -Math.round((top - strip.top) * density));
        const content = part.toDataURL('image/jpeg', QUALITY);
        file.addImage(content, 'JPEG', picture.left, picture.top, picture.width, height * scale, undefined, 'FAST');
      }
    },

    blob: (): Blob => file.output('blob'),
  };
}
