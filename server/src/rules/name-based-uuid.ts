import { v5 } from 'uuid';

/** Namespace of the ids of things that have a name but no row. */
const NAMESPACE = '6a3f1f0e-5a0c-4c5e-9a0e-5d1b0c3e7f21';

/** The same UUID (version 5) for the same name, on every server and after every start. */
export function nameBasedUuid(name: string): string {
  return v5(name, NAMESPACE);
}
