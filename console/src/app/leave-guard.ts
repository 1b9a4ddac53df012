import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ask, type Question } from './dialogs.ts';

/** Why the page should not be left yet, by what is asking, oldest first. */
const questions = new Map<symbol, { question: Question; onlyOtherPages: boolean }>();

/**
 * Asks `question` before the page is left, while there is one. Memoise it.
 * @param onlyOtherPages another query is still the same page
 */
export function useLeaveQuestion(question: Question | undefined, onlyOtherPages = false): void {
  useEffect(() => {
    if (!question) return;
    const key = Symbol('question');
    questions.set(key, { question, onlyOtherPages });
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      questions.delete(key);
      window.removeEventListener('beforeunload', warn);
    };
  }, [question, onlyOtherPages]);
}

/**
 * Asks the newest question before what ends the page without a navigation, such as a sign-out.
 * @returns whether there is none, or the person agrees; then the page is not asked about again
 */
export async function mayLeave(): Promise<boolean> {
  const newest = [...questions.values()].at(-1);
  const leaves = newest === undefined || (await ask(newest.question));
  if (leaves) questions.clear();
  return leaves;
}

/**
 * Holds a navigation back until the newest question has been answered. The router has room for one blocker alone, so
 * this is the only one: a form in a dialog and the form below it are both asked for.
 */
export function LeaveGuard(): null {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      questions.size > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (currentLocation.search !== nextLocation.search &&
          [...questions.values()].some(({ onlyOtherPages }) => !onlyOtherPages))) &&
      nextLocation.pathname !== '/login',
  );
  const latest = useRef(blocker);
  latest.current = blocker;
  const isAsking = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    const question = [...questions.values()].at(-1)?.question;
    if (!question) return blocker.proceed();
    isAsking.current = true;
    void ask(question).then((leave) => {
      isAsking.current = false;
      const { current } = latest;
      if (current.state !== 'blocked') return;
      if (leave) current.proceed();
      else current.reset();
    });
  }, [blocker]);
  return null;
}
