import { mayLeave } from './leave-guard.ts';
import { session } from './session.ts';

/** Signs out, once the person has agreed to lose what is not saved. */
export async function signOut(): Promise<void> {
  if (await mayLeave()) await session.signOut();
}
