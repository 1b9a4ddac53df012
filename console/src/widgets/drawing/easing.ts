import { numberOf, textOf } from './setting-values.ts';

/** The course of a movement: share of the time to share of the way. */
type Course = (time: number) => number;

const mirrored =
  (course: Course): Course =>
  (time) =>
    1 - course(1 - time);

const power =
  (exponent: number): Course =>
  (time) =>
    time ** exponent;

const circle: Course = (time) => 1 - Math.sqrt(Math.max(0, 1 - time * time));

/** A ball that falls and comes to rest, each bounce half as long as the one before. */
const fall: Course = (time) => {
  const scaled = time * 2.75;
  if (scaled < 1) return scaled * scaled;
  const [middle, floor] = scaled < 2 ? [1.5, 0.75] : scaled < 2.5 ? [2.25, 0.9375] : [2.625, 0.984375];
  return (scaled - middle) ** 2 + floor;
};

const swing: Course = (time) => 2 ** (10 * (time - 1)) * Math.cos(10 * Math.PI * (1 - time) * 0.75) * time ** 0.2;

/** By the `animationRule` of gauges (widgets.md §4.2). */
const COURSES: Readonly<Record<string, Course>> = {
  linear: (time) => time,
  quad: power(2),
  quint: power(5),
  cycle: circle,
  bounce: fall,
  elastic: mirrored(swing),
  dequad: mirrored(power(2)),
  dequint: mirrored(power(5)),
  decycle: mirrored(circle),
  debounce: mirrored(fall),
  delastic: swing,
};

const STEPS = 40;
const functions = new Map<string, string>();

/** The CSS timing function of an `animationRule`; an unknown one is linear. */
export function timingFunction(rule: string): string {
  const course = Object.hasOwn(COURSES, rule) ? COURSES[rule] : undefined;
  if (!course || rule === 'linear') return 'linear';
  let made = functions.get(rule);
  if (!made) {
    const stops = Array.from({ length: STEPS + 1 }, (_, step) =>
      step === 0 ? '0' : step === STEPS ? '1' : course(step / STEPS).toFixed(3),
    );
    made = `linear(${stops.join(', ')})`;
    functions.set(rule, made);
  }
  return made;
}

/** What moves a CSS property to its new values as settings ask for; undefined: at once. */
export function transition(
  property: string,
  settings: { animation?: unknown; animationDuration?: unknown; animationRule?: unknown },
  rule: string,
): string | undefined {
  if (settings.animation === false) return undefined;
  const duration = Math.min(10_000, Math.max(0, numberOf(settings.animationDuration, 500)));
  return `${property} ${duration}ms ${timingFunction(textOf(settings.animationRule) ?? rule)}`;
}
