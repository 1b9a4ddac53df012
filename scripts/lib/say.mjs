/** Progress lines for people: what is being done, and how long it took. */
const started = Date.now();
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

export function say(line) {
  console.log(`${paint('2', `${((Date.now() - started) / 1000).toFixed(1).padStart(6)}s`)}  ${line}`);
}

export function fail(line) {
  console.error(`${paint('31', 'Error')}   ${line}`);
}

/** Runs one step of the set-up and says how long it took. */
export async function step(title, work) {
  say(`${title} …`);
  const from = Date.now();
  const result = await work();
  const seconds = (Date.now() - from) / 1000;
  if (seconds >= 2) say(`${title}: done in ${seconds.toFixed(0)} s`);
  return result;
}
