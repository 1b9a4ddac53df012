import { isTransient } from '../../config/transient-error.ts';
import { Code } from '../coap/codes.ts';
import { NoAnswerError } from '../coap/requester.ts';
import { type Entry, type Path, pathText } from './codecs/content.ts';
import type { Lwm2mProfile } from './lwm2m-profile.ts';
import type { ClientObjects } from './objects/registered-objects.ts';
import { readVersionedPath } from './objects/versioned-path.ts';
import type { Observations } from './operations/observations.ts';
import { isSuccess, type Operations } from './operations/operations.ts';

/** How a step fares. */
export interface Outcome {
  code: string;
  explanation: string;
}

export interface ConfigurationParts {
  objects: () => ClientObjects;
  profile: () => Lwm2mProfile;
  operations: Pick<Operations, 'read' | 'writeAttributes'>;
  observations: Pick<Observations, 'paths' | 'has' | 'begin' | 'cancel'>;
  /** Stores values that were read. */
  publish: (entries: readonly Entry[]) => Promise<void>;
  /** Writes shared attributes whose resources have other values. */
  share: () => Promise<void>;
  log: (text: string) => void;
}

/** Steps in a row without an answer, after which the client counts as gone for now. */
const MAX_UNANSWERED = 2;
const DONE: Outcome = { code: Code.changed, explanation: '' };

/** What is done with a client after its registration. */
export function createConfiguration(parts: ConfigurationParts) {
  const { objects, profile, operations, observations, publish, share, log } = parts;

  /** Those of the paths that the client has, in the version that it has. */
  function known(texts: readonly string[]): Path[] {
    const paths = new Map<string, Path>();
    for (const text of texts) {
      const found = readVersionedPath(text);
      if (!found || !objects().has(found.path)) continue;
      if (objects().versionOf(found.path[0] as number) !== found.version) continue;
      paths.set(pathText(found.path), found.path);
    }
    return [...paths.values()];
  }

  /** Instances that the client has announced, of objects with a model; keys of servers are not read. */
  function instances(): Path[] {
    const paths: Path[] = [];
    for (const [object, ids] of objects().registered.instances) {
      if (object === 0 || !objects().modelOf(object)) continue;
      for (const instance of ids) paths.push([object, instance]);
    }
    return paths;
  }

  /** One step; its failure is told and does not end the others. @throws NoAnswerError, and what may pass by itself */
  async function step(name: string, path: Path, work: () => Promise<Outcome>): Promise<void> {
    try {
      const { code, explanation } = await work();
      if (!isSuccess(code)) log(`Warn: ${name} ${pathText(path)}: ${code} ${explanation}`);
    } catch (error) {
      if (error instanceof NoAnswerError || isTransient(error)) throw error;
      log(`Error: ${name} ${pathText(path)}: ${(error as Error).message}`);
    }
  }

  /** What there is to do, in this order (device-protocols.md §8.4). */
  function* steps(): Generator<[name: string, path: Path, work: () => Promise<Outcome>]> {
    const { observed: wanted, attributes, telemetry, readsAll, notificationAttributes } = profile();
    const observed = known(wanted);
    const keys = new Set(observed.map(pathText));
    for (const path of observations.paths()) {
      if (keys.has(pathText(path))) continue;
      yield ['CancelObservation', path, () => observations.cancel(path).then(() => DONE)];
    }
    // What is observed tells its values by itself, and so does what is within it.
    const isObserved = (path: Path): boolean => path.some((_, end) => keys.has(pathText(path.slice(0, end + 1))));
    const toRead = readsAll ? instances() : known([...attributes, ...telemetry]).filter((path) => !isObserved(path));
    for (const path of toRead) {
      const read = async (): Promise<Outcome> => {
        const result = await operations.read(path);
        await publish(result.entries);
        return result;
      };
      yield ['Read', path, read];
    }
    for (const path of observed) {
      if (!observations.has(path)) yield ['Observe', path, () => observations.begin(path)];
    }
    for (const [text, query] of notificationAttributes) {
      const [path] = known([text]);
      if (path) yield ['WriteAttributes', path, () => operations.writeAttributes(path, query)];
    }
  }

  return {
    known,
    step,

    /**
     * Does all of it. A step without an answer is left out; the next one may have one.
     * @param goesOn false: it is not wanted any more
     * @returns whether nothing was left out
     * @throws NoAnswerError when the client does not answer at all, and what may pass by itself
     */
    async run(goesOn: () => boolean): Promise<boolean> {
      let unanswered = 0;
      let isWhole = true;
      for (const [name, path, work] of steps()) {
        if (!goesOn()) return false;
        try {
          await step(name, path, work);
          unanswered = 0;
        } catch (error) {
          isWhole = false;
          if (!(error instanceof NoAnswerError) || ++unanswered >= MAX_UNANSWERED) throw error;
          log(`Warn: ${name} ${pathText(path)}: ${error.message}`);
        }
      }
      if (!goesOn()) return false;
      await share();
      return isWhole;
    },
  };
}
