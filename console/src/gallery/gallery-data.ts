import { RequestError } from '../api/http.ts';
import type { Choice, FindChoices } from '../controls/choice.ts';

const MANY = 100_000;
const PAGE_SIZE = 50;

const thing = (number: number): Choice => ({ id: String(number), label: `Pump ${String(number).padStart(6, '0')}` });

/** A hundred thousand, searched by their beginning, as a server would. */
export const findMany: FindChoices = async (search, page) => {
  const found = Array.from({ length: MANY }, (_, number) => thing(number)).filter(({ label }) =>
    label.toLowerCase().startsWith(search.toLowerCase()),
  );
  return {
    choices: found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
    hasNext: found.length > (page + 1) * PAGE_SIZE,
  };
};

/** A server that never answers. */
export const findNever: FindChoices = () => new Promise<never>(() => undefined);

/** A server with nothing. */
export const findNothing: FindChoices = async () => [];

/** A server that fails at first, and whenever somebody looks for "fail". */
export function makeFailing(): FindChoices {
  let attempts = 0;
  return async (search, page) => {
    attempts += 1;
    if (attempts === 1 || search === 'fail') {
      throw new RequestError(500, 'The disk of the server is full', 'GET', '/api/pumps', undefined, { body: {} });
    }
    return findMany(search, page);
  };
}

/** Names that need all the room there is, and more. */
export const findLong: FindChoices = async () => [
  { id: '1', label: `Pumping station of the ${'very '.repeat(12)}far north` },
  { id: '2', label: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft' },
  { id: '3', label: '<b>markup</b> is text' },
];

/** The same as lists of texts. */
const TEXTS: readonly string[] = ['Boiler', 'Boat', 'Pump', 'Pump station', 'Valve'];
export const loadTexts = (): Promise<readonly string[]> => Promise.resolve(TEXTS);
export const loadNever = (): Promise<readonly string[]> => new Promise<never>(() => undefined);
export const loadNoTexts = (): Promise<readonly string[]> => Promise.resolve([]);
export function makeFailingTexts(): () => Promise<readonly string[]> {
  const find = makeFailing();
  return async () => {
    await find('', 0);
    return TEXTS;
  };
}
