import type { ImportReply } from '@signalbox/contract/bulk-import';
import type { BenchContext } from './lib/context.ts';
import { type Figure, format } from './lib/figures.ts';

const LINES = 50_000;
/** Lines of a part, about as many as the console sends. */
const PART = 1_000;

/** Lines of devices with a label, and with an attribute and a point when they have values. */
function lines(name: string, from: number, to: number, hasValues: boolean): string {
  let text = '';
  for (let at = from; at < to; at++) {
    text += `${name} ${at},default,Label ${at}${hasValues ? `,${at},${at % 50}.5` : ''}\n`;
  }
  return text;
}

async function importFile(
  context: BenchContext,
  file: string,
  hasValues: boolean,
  firstLine = 1,
): Promise<ImportReply> {
  const values = hasValues
    ? [
        { type: 'SERVER_ATTRIBUTE', key: 'serial' },
        { type: 'TIMESERIES', key: 'temperature' },
      ]
    : [];
  const columns = [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'LABEL' }, ...values];
  return context.api.post<ImportReply>('/api/device/bulk_import', {
    file,
    mapping: { columns, delimiter: ',', header: false, update: true },
    options: { firstLine },
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** Measures imports of devices, in one request and in parts, and exports of the list that they make. */
export async function measureImport(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (what: string, seconds: number, count: number, note: string, budget = '', reference = '') =>
    figures.push({
      what,
      measured: `${format(count / seconds)} / s`,
      budget,
      reference,
      note,
      values: { rate: count / seconds, count },
    });
  await importFile(context, lines('bench import warm', 0, 2_000, true), true);

  const whole = await timed(() => importFile(context, lines('bench import', 0, LINES, false), false));
  add(
    `import ${format(LINES)} devices, one request`,
    whole,
    LINES,
    'name, type and label; with credentials, audit row and rule-engine message',
    '≥ 5,000 / s',
    '543 / s',
  );
  const again = await timed(() => importFile(context, lines('bench import', 0, LINES, false), false));
  add('the same file again: nothing changes', again, LINES, 'lines compared with what is stored');
  const valued = await timed(async () => {
    for (let at = 0; at < LINES / 2; at += PART) {
      await importFile(context, lines('bench values', at, at + PART, true), true, at + 1);
    }
  });
  add(
    `import ${format(LINES / 2)} devices with an attribute and a point, ${format(PART)} lines a request`,
    valued,
    LINES / 2,
    'one request after the other, as the console sends them; three audit rows and messages each',
  );
  for (const kind of ['csv', 'xlsx']) {
    const address = `${context.server.http}/api/tenant/deviceInfos/export?format=${kind}&sortProperty=name`;
    let bytes = 0;
    const seconds = await timed(async () => {
      const reply = await fetch(address, { headers: { 'X-Authorization': `Bearer ${context.api.token}` } });
      for await (const chunk of reply.body ?? []) bytes += chunk.length;
    });
    add(
      `export ${format((LINES * 3) / 2)} devices as ${kind.toUpperCase()}`,
      seconds,
      (LINES * 3) / 2,
      `all columns, ${format(bytes / 1024 / 1024, 1)} MB`,
    );
  }
  return figures;
}
