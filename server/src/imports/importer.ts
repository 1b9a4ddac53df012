import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportReply, ImportRequest, KeyedColumnType } from '@signalbox/contract/bulk-import';
import { CsvError, type CsvRecord, createCsvReader } from '@signalbox/contract/csv';
import { NULL_UUID } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import { isTransient } from '../config/transient-error.ts';
import { noRoom, type TenantLimits } from '../entities/tenant-limits.ts';
import { ApiError, badRequest } from '../http/errors.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { ValueRecorder } from '../telemetry-api/value-recorder.ts';
import type { AttributeScope } from '../values/attribute.ts';
import type { KeyValue } from '../values/value.ts';
import { toWireText } from '../values/wire-values.ts';
import { attempt } from './device-import.ts';
import { type ImportLine, requireColumns, toImportLine } from './import-line.ts';
import { createImportReport, type ImportReport } from './import-report.ts';
import { isSameValue } from './import-values.ts';
import type { FieldChange, ImportContext, ImportedEntity, ImportedKind, PlannedSave } from './imported-kind.ts';

export interface ImporterParts {
  limits: Pick<TenantLimits, 'roomFor'>;
  attributes: Pick<AttributeStore, 'find'>;
  recorder: Pick<ValueRecorder, 'saveAttributes' | 'saveTimeseries'>;
  messageLog: Pick<MessageLog, 'pressure' | 'onRelief'>;
  log: Logger;
}

/** Characters of the file that are read in one turn of the event loop. */
const PIECE_LENGTH = 64 * 1024;
/** Lines whose entities are stored together. */
const CHUNK_SIZE = 400;
/** Such chunks under way: the database stores one while the next is made ready. */
const CHUNKS_AT_ONCE = 3;

const SCOPES: readonly (readonly [KeyedColumnType, AttributeScope])[] = [
  ['SHARED_ATTRIBUTE', 'SHARED_SCOPE'],
  ['SERVER_ATTRIBUTE', 'SERVER_SCOPE'],
];

type Values = ImportLine['values'];

interface PlannedLine extends PlannedSave {
  line: ImportLine;
  /** Those that differ from what is stored. */
  values: Values;
  fields: FieldChange[];
}

/** What one import has under way. */
interface Run {
  context: ImportContext;
  kind: ImportedKind;
  report: ImportReport;
  isDryRun: boolean;
  /** Of a dry run: names of entities that lines so far would create. */
  created: Set<string>;
  newProfiles: Set<string>;
  /** How many more the tenant may have; counted down by dry runs. */
  room: { left: number; limit: number } | undefined;
}

/** Stores the lines of CSV files, some hundred at a time: what calls for single entities do, in few statements. */
export function createImporter({ limits, attributes, recorder, messageLog, log }: ImporterParts) {
  function fail({ report }: Run, { line }: ImportLine, error: unknown, note = ''): void {
    if (isTransient(error)) throw error;
    if (!(error instanceof ApiError)) log.error({ err: error, line }, 'a line could not be imported');
    report.failed(line, `${error instanceof ApiError ? error.message : 'Internal server error'}${note}`);
  }

  /** The values of a line that its entity does not have yet; points of telemetry are always new. */
  async function withoutStored(known: ImportedEntity | undefined, values: Values): Promise<Values> {
    if (!known) return values;
    const changed = async ([type, scope]: (typeof SCOPES)[number]): Promise<KeyValue[]> => {
      const given = values[type];
      if (given.length === 0) return given;
      const stored = await attributes.find(
        known.id.id,
        scope,
        given.map(({ key }) => key),
      );
      const byKey = new Map(stored.map(({ key, value }) => [key, value]));
      return given.filter(({ key, value }) => !isSameValue(byKey.get(key), value));
    };
    const [shared, server] = await Promise.all(SCOPES.map(changed));
    return { ...values, SHARED_ATTRIBUTE: shared ?? [], SERVER_ATTRIBUTE: server ?? [] };
  }

  async function plan(run: Run, lines: readonly ImportLine[]): Promise<PlannedLine[]> {
    const planned = await run.kind.plan(run.context, lines);
    const all = await Promise.all(
      planned.map(async (one, at): Promise<PlannedLine | undefined> => {
        const line = lines[at] as ImportLine;
        if (!(one instanceof Error)) return { ...one, line, values: await withoutStored(one.known, line.values) };
        fail(run, line, one);
        return undefined;
      }),
    );
    return all.filter((one) => one !== undefined);
  }

  const hasValues = (values: Values): boolean => Object.values(values).some((entries) => entries.length > 0);
  const isChange = ({ known, fields, values }: PlannedLine): boolean =>
    !known || fields.length > 0 || hasValues(values);

  async function storeValues({ context: { user } }: Run, entity: ImportedEntity, values: Values): Promise<void> {
    const { id, name, tenantId, customerId } = entity;
    const owner = {
      entityId: id,
      tenantId: tenantId.id,
      name,
      ...(customerId.id === NULL_UUID ? {} : { customerId: customerId.id }),
    };
    for (const [type, scope] of SCOPES) {
      if (values[type].length > 0) await recorder.saveAttributes(user, owner, scope, values[type]);
    }
    const series = values.TIMESERIES;
    if (series.length > 0) await recorder.saveTimeseries(user, owner, [{ ts: Date.now(), values: series }], 0);
  }

  /** Stores what a line says. */
  async function store(run: Run, planned: PlannedLine): Promise<void> {
    const { known, line } = planned;
    if (!isChange(planned)) {
      run.report.unchanged();
      return;
    }
    let entity = known;
    try {
      if (!known || planned.fields.length > 0) entity = await planned.save();
    } catch (error) {
      fail(run, line, error);
      return;
    }
    try {
      await storeValues(run, entity as ImportedEntity, planned.values);
    } catch (error) {
      fail(run, line, error, ` (${run.kind.kind.noun} itself: ${known ? 'updated' : 'created'})`);
      return;
    }
    if (known) run.report.updated();
    else run.report.created();
  }

  /** Tells what a line would do. */
  async function tell(run: Run, planned: PlannedLine): Promise<void> {
    const { report, created, context } = run;
    const { line } = planned;
    const name = line.cells.NAME as string;
    // A line of the same name as an earlier one changes what that one creates.
    const isKnown = planned.known !== undefined || created.has(name);
    try {
      if (created.has(name) && !context.update) throw badRequest('A line before has this name.');
      await planned.check?.();
      if (!isKnown && run.room && run.room.left-- <= 0) throw noRoom(run.kind.kind.noun, run.room.limit);
    } catch (error) {
      fail(run, line, error);
      return;
    }
    if (planned.newProfile !== undefined) run.newProfiles.add(planned.newProfile);
    if (!isChange(planned)) {
      report.unchanged();
      return;
    }
    if (isKnown) report.updated();
    else report.created();
    created.add(name);
    const values = Object.entries(planned.values).flatMap(([type, entries]) =>
      entries.map(({ key, value }) => ({ field: `${type} ${key}`, from: null, to: toWireText(value) })),
    );
    report.changes({
      line: line.line,
      name,
      action: isKnown ? 'update' : 'create',
      fields: [...planned.fields, ...values],
    });
  }

  /** Lines of one name one after the other, as each may change what the one before it made; others together. */
  async function handle(run: Run, lines: readonly ImportLine[]): Promise<void> {
    for (let rest = lines; rest.length > 0; ) {
      const names = new Set<string>();
      const later: ImportLine[] = [];
      const wave = rest.filter((line) => {
        const name = line.cells.NAME;
        if (name === undefined) return true;
        const isFirst = !names.has(name);
        names.add(name);
        if (!isFirst) later.push(line);
        return isFirst;
      });
      const planned = await plan(run, wave);
      if (run.isDryRun) {
        for (const one of planned) await tell(run, one);
      } else {
        await run.kind.prepare?.(run.context, planned);
        await Promise.all(planned.map((one) => store(run, one)));
      }
      rest = later;
    }
  }

  /** Handles chunks of lines, some at a time; those that share a name one after the other. */
  function createPipeline(run: Run) {
    const underWay: { names: ReadonlySet<string | undefined>; done: Promise<void> }[] = [];
    const endFirst = async (): Promise<void> => {
      await underWay.shift()?.done;
    };
    return {
      async add(lines: readonly ImportLine[]): Promise<void> {
        const names = new Set(lines.map(({ cells }) => cells.NAME));
        while (
          underWay.length >= CHUNKS_AT_ONCE ||
          underWay.some((chunk) => [...names].some((name) => chunk.names.has(name))) ||
          (run.isDryRun && underWay.length > 0)
        ) {
          await endFirst();
        }
        const done = handle(run, lines);
        // Its failure is met when it is waited for.
        done.catch(() => undefined);
        underWay.push({ names, done });
      },
      async end(): Promise<void> {
        while (underWay.length > 0) await endFirst();
      },
    };
  }

  /** Waits while the rules are behind with the messages of the tenant. */
  function relief(tenantId: string): Promise<void> | undefined {
    if (!messageLog.pressure(tenantId).full) return undefined;
    return new Promise((resolve) => messageLog.onRelief(resolve, tenantId));
  }

  return {
    /**
     * Imports a file.
     * @throws ApiError 400 / 31 when its columns cannot be used
     */
    async run(kind: ImportedKind, context: ImportContext, request: ImportRequest): Promise<ImportReply> {
      const { file, mapping, options } = request;
      requireColumns(mapping.columns);
      const isDryRun = options?.dryRun === true;
      const report = createImportReport();
      const tenantId = context.user.tenantId;
      const run: Run = {
        context,
        kind,
        report,
        isDryRun,
        created: new Set(),
        newProfiles: new Set(),
        room: isDryRun ? await limits.roomFor(tenantId, kind.kind) : undefined,
      };
      const reader = createCsvReader(mapping.delimiter, options?.firstLine);
      let isHeader = mapping.header;
      const lines: ImportLine[] = [];
      const pipeline = createPipeline(run);
      const take = (records: readonly CsvRecord[]): void => {
        for (const record of records) {
          if (isHeader) {
            isHeader = false;
            continue;
          }
          const line = attempt(() => toImportLine(record, mapping.columns));
          if (!(line instanceof Error)) lines.push(line);
          else if (line instanceof ApiError) report.failed(record.line, line.message);
          else throw line;
        }
      };
      const passOn = async (): Promise<void> => {
        while (lines.length >= CHUNK_SIZE) {
          await pipeline.add(lines.splice(0, CHUNK_SIZE));
          await relief(tenantId);
          await nextTurn();
        }
      };
      try {
        for (let at = 0; at < file.length; at += PIECE_LENGTH) {
          take(reader.read(file.slice(at, at + PIECE_LENGTH), at + PIECE_LENGTH >= file.length));
          await passOn();
        }
      } catch (error) {
        if (!(error instanceof CsvError)) throw error;
        take(error.before);
        await passOn();
        report.failed(error.line, `${error.message}. The lines from here on were not read.`);
      }
      await pipeline.add(lines);
      await pipeline.end();
      return report.reply(
        options !== undefined,
        isDryRun ? { newProfiles: [...run.newProfiles].slice(0, 100) } : undefined,
      );
    },
  };
}

export type Importer = ReturnType<typeof createImporter>;
