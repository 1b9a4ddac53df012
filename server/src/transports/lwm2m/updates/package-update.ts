import type { OtaUpdateState } from '@signalbox/contract/ota-package';
import type { AssignedPackage, PackageDelivery } from '../../../ota/package-delivery.ts';
import type { AskedBody } from '../../coap/requester.ts';
import { type Entry, type Path, pathText } from '../codecs/content.ts';
import type { UpdateStrategy } from '../lwm2m-profile.ts';
import { stateText } from '../objects/update-states.ts';
import type { Observations } from '../operations/observations.ts';
import { isSuccess, type OperationResult, type Operations } from '../operations/operations.ts';
import { binaryContainer } from './binary-container.ts';
import type { PackageOffers } from './offered-packages.ts';
import { DOWNLOADED, isUpdateNeeded, packageId, type UpdateKind, type WantedPackage } from './update-kinds.ts';
import { isUnderWayIn, recall, type UpdateMemory } from './update-memory.ts';

export interface PackageUpdateParts {
  kind: UpdateKind;
  memory: UpdateMemory;
  operations: Operations;
  observations: Pick<Observations, 'has' | 'begin'>;
  packages: PackageDelivery;
  offered: PackageOffers;
  deviceId: string;
  settings: () => { strategy: UpdateStrategy; resource: string };
  /** Whether the client has announced what a path is in. */
  has: (path: Path) => boolean;
  /** Shared attributes: key → text. */
  shared: (keys: string[]) => Promise<Map<string, string>>;
  /** Stores the state in the telemetry of the device. */
  report: (key: string, state: OtaUpdateState) => void;
  log: (text: string) => void;
}

const MAX_ATTEMPTS = 3;
/** Object 19: the container of binary data. */
const CONTAINER: Path = [19, 0, 0];
const PULL = 0;
const PUSH = 1;
/** A server that a profile does not name is asked where the client reaches it by default. */
const DEFAULT_RESOURCE = 'coap://localhost:5685';

/** The update of a client by one kind of package: what it has, gets, and says of it. */
export function createPackageUpdate(parts: PackageUpdateParts) {
  const { kind, memory, operations, observations, packages, log, report, has } = parts;
  const { prefix } = kind;
  let isChecking = false;
  let isStale = false;
  /** The package that is on its way to the client. */
  let wanted: WantedPackage | undefined;
  let isInstalling = false;
  /** The package has been sent, or is being sent; what the client said before is about another one. */
  let isRunning = false;

  function setState(state: OtaUpdateState): void {
    if (memory.state === state) return;
    memory.state = state;
    report(`${prefix}_state`, state);
  }

  function fail(reason: string): void {
    if (wanted) memory.failedId = packageId(wanted);
    isRunning = false;
    setState('FAILED');
    log(`Error: ${kind.type} update: ${reason}`);
  }

  async function target(): Promise<WantedPackage | undefined> {
    const found = await parts.shared([`${prefix}_title`, `${prefix}_version`, `${prefix}_tag`]);
    const [title, version] = [found.get(`${prefix}_title`), found.get(`${prefix}_version`)];
    if (title === undefined || version === undefined) return undefined;
    return { title, version, tag: found.get(`${prefix}_tag`) ?? '' };
  }

  /** A value as text; undefined: the client does not have it. */
  async function textAt(path: Path): Promise<string | undefined> {
    if (!has(path)) return undefined;
    const { code, entries } = await operations.read(path);
    const [entry] = entries;
    return isSuccess(code) && entry ? String(entry.value) : undefined;
  }

  async function check(): Promise<void> {
    const next = await target();
    if (!next) {
      wanted = undefined;
      return;
    }
    const [name, version, deviceVersion] = [
      await textAt(kind.name),
      await textAt(kind.version),
      await textAt(kind.deviceVersion),
    ];
    const id = packageId(next);
    recall(memory, next, await packages.lastReport(parts.deviceId, kind.type));
    const isUnderWay = isRunning && wanted !== undefined && packageId(wanted) === id;
    wanted = next;
    if (name === undefined && version === undefined && deviceVersion === undefined) {
      fail('the client reports neither a name nor a version');
      return;
    }
    const installed = { name: name ?? '', version: version ?? '', deviceVersion: deviceVersion ?? '' };
    if (isUpdateNeeded(installed, next, memory.failedId)) {
      if (isUnderWay) return;
      const result = memory.state === 'UPDATING' ? Number(await textAt(kind.result)) : 0;
      // It has registered again, and has not become what it was to become.
      if (kind.resultStates(result) === 'FAILED') return fail(resultText(result));
      await observe();
      if (!(await resume(next))) await start(next);
    } else if (id !== memory.failedId && (memory.state === 'UPDATING' || Number(await textAt(kind.result)) > 0)) {
      // It has done what it was to do before it registered again.
      isRunning = false;
      setState('UPDATED');
    }
  }

  async function observe(): Promise<void> {
    for (const path of [kind.state, kind.result]) {
      if (has(path) && !observations.has(path)) await observations.begin(path);
    }
  }

  /** The file of the package, unless the device is to have another one by now. */
  async function assigned(next: WantedPackage): Promise<AssignedPackage | undefined> {
    const file = await packages.assigned(parts.deviceId, kind.type);
    return file?.title === next.title && file.version === next.version ? file : undefined;
  }

  async function start(next: WantedPackage): Promise<void> {
    const file = await assigned(next);
    if (!file) return;
    memory.attempts++;
    memory.failedId = undefined;
    memory.state = undefined;
    isInstalling = false;
    isRunning = true;
    if (kind.uninstall && Number(await textAt(kind.state)) >= 3) await operations.execute(kind.uninstall, '1');
    const { code, explanation } = await send(file);
    if (!isSuccess(code)) fail(`the client refused the package: ${code} ${explanation}`);
  }

  /**
   * Goes on with a package that the client has already, or is fetching: it has registered again, or this server has been
   * away. @returns false when it has to be sent
   */
  async function resume(next: WantedPackage): Promise<boolean> {
    if (!isUnderWayIn(memory)) return false;
    const at = Number(await textAt(kind.state));
    const state = kind.states[at];
    if (state === undefined) return false;
    if (at === 1) {
      const file = await assigned(next);
      // What was written is not whole.
      if (!file || (await addressOf(file)) === undefined) return false;
    }
    log(`Info: ${kind.type} update goes on: ${stateText(kind.state, at) ?? at}`);
    isRunning = true;
    isInstalling = false;
    setState(state);
    if (state === DOWNLOADED) await install();
    return true;
  }

  /** Where the client is to fetch a package, as the profile says and the client can; undefined: it is written to it. */
  async function addressOf(file: AssignedPackage): Promise<string | undefined> {
    const { strategy, resource } = parts.settings();
    if (file.contentId === null) return file.url ?? '';
    if (strategy === 3) return undefined;
    const method = kind.deliveryMethod ? await textAt(kind.deliveryMethod) : undefined;
    const isPulled = method === String(PULL) || (strategy === 2 && method !== String(PUSH));
    return isPulled ? parts.offered.offer(file, resource || DEFAULT_RESOURCE) : undefined;
  }

  /** Writes the package, or its address. */
  async function send(file: AssignedPackage): Promise<OperationResult> {
    const address = await addressOf(file);
    if (address !== undefined) return operations.replace(kind.uri, [{ path: kind.uri, value: address }]);
    const isContained = parts.settings().strategy === 3;
    log(`Info: ${kind.type} is written to ${pathText(isContained ? CONTAINER : kind.package)}`);
    return isContained
      ? operations.push(CONTAINER, binaryContainer(bodyOf(file)), 'tlv')
      : operations.push(kind.package, bodyOf(file), 'opaque');
  }

  function bodyOf(file: AssignedPackage): AskedBody {
    return {
      size: file.size,
      async read(from, to) {
        const pieces: Buffer[] = [];
        for await (const piece of packages.read(file, from, to)) pieces.push(piece);
        return Buffer.concat(pieces);
      },
    };
  }

  async function install(): Promise<void> {
    if (isInstalling) return;
    isInstalling = true;
    const { code, explanation } = await operations.execute(kind.install);
    if (!isSuccess(code)) fail(`the client does not install the package: ${code} ${explanation}`);
  }

  const resultText = (value: number): string => stateText(kind.result, value) ?? `result ${value}`;

  function onState(value: number): void {
    log(`Info: ${kind.type} state: ${stateText(kind.state, value) ?? value}`);
    const state = kind.states[value];
    if (state !== undefined) setState(state);
    else if (value === 0 && kind.type === 'FIRMWARE' && memory.state === 'DOWNLOADING')
      fail('the download was given up');
    if (state === DOWNLOADED) inOrder(install);
  }

  function onResult(value: number): void {
    log(`Info: ${kind.type} result: ${resultText(value)}`);
    const state =
      value === 0 && kind.type === 'FIRMWARE' && memory.state === 'UPDATING' ? 'UPDATED' : kind.resultStates(value);
    if (state === 'FAILED') {
      const again = kind.retried.includes(value) && memory.attempts <= MAX_ATTEMPTS ? wanted : undefined;
      if (again) inOrder(() => start(again));
      else fail(resultText(value));
      return;
    }
    if (state === 'UPDATED') isRunning = false;
    if (state !== undefined) setState(state);
  }

  /** One thing after the other; a failure is told. */
  let last: Promise<void> = Promise.resolve();
  function inOrder(work: () => Promise<void>): void {
    last = last.then(work).catch((error: Error) => log(`Error: ${kind.type} update: ${error.message}`));
  }

  return {
    type: kind.type,

    /** The target may be another one now, or the client may have another package. */
    check(): void {
      if (isChecking) {
        isStale = true;
        return;
      }
      isChecking = true;
      inOrder(async () => {
        try {
          do {
            isStale = false;
            await check();
          } while (isStale);
        } finally {
          isChecking = false;
        }
      });
    },

    /** The client says something; what concerns an update that is under way counts. */
    onValues(entries: readonly Entry[]): void {
      for (const { path, value } of entries) {
        const text = pathText(path);
        const isState = text === pathText(kind.state);
        if (!isState && text !== pathText(kind.result)) continue;
        // After a download that was given up the result follows, which says whether it is worth another attempt.
        if (!isRunning && !(memory.state === 'FAILED' && !isState && Number(value) > 0 && wanted)) continue;
        if (isState) onState(Number(value));
        else onResult(Number(value));
      }
    },
  };
}

export type PackageUpdate = ReturnType<typeof createPackageUpdate>;
