import './texts/texts.ts';
import i18next from 'i18next';
import { fileNameOf } from '../controls/save-file.ts';
import { locale } from '../i18n/i18n.ts';
import type { PdfLayout } from './pdf-pages.ts';
import { photographDashboard, type ShotOptions } from './photograph.ts';

export interface DashboardExport {
  format: 'png' | 'pdf';
  /** Of a PDF. */
  layout: PdfLayout;
  title: string;
  /** The time that the dashboard shows, in words. */
  timeText: string;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser cannot keep this picture'))));
  });
}

/**
 * A dashboard as it is on the screen, also what is scrolled away, as a file.
 * @throws Error when the browser cannot draw or keep it; what `signal` was aborted with
 */
export async function exportDashboard(
  dashboard: HTMLElement,
  { format, layout, title, timeText, signal, onProgress }: DashboardExport,
): Promise<{ name: string; content: Blob }> {
  const { t } = i18next;
  const options = { signal, onProgress, frameLabel: t('dashboardPicture.frame') };
  const name = fileNameOf(title, 'dashboard');
  if (format === 'png') {
    const { canvas } = await photographDashboard(dashboard, options);
    return { name: `${name}.png`, content: await pngOf(canvas) };
  }
  const { createPdf } = await import('./write-pdf.ts');
  signal.throwIfAborted();
  const printed = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(new Date());
  const head = {
    title,
    details: `${timeText}  ·  ${t('dashboardPicture.printed', { time: printed })}`,
    pageOf: (page: number, count: number) => t('dashboardPicture.pageOf', { page, count }),
  };
  const made: { file?: ReturnType<typeof createPdf> } = {};
  const parts: ShotOptions['parts'] = {
    of(size) {
      made.file = createPdf(size, layout, head);
      return made.file.strips;
    },
    taken: (strip, canvas) => made.file?.add(strip, canvas),
  };
  await photographDashboard(dashboard, { ...options, parts });
  if (!made.file) throw new Error('there is no dashboard');
  return { name: `${name}.pdf`, content: made.file.blob() };
}
