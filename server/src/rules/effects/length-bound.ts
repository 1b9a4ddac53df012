/** Characters of messages of a tenant that a batch may store in one way: nodes can make many long ones of a short one. */
const MAX_LENGTH = 64 * 1024 * 1024;

/**
 * Bounds how much is gathered of each tenant.
 * @returns counts something more, or throws an error that becomes the failure of the node
 */
export function createLengthBound(what: string): (gathered: object, tenantId: string, length: number) => void {
  /** what is gathered → tenant id → its characters */
  const lengths = new WeakMap<object, Map<string, number>>();
  return (gathered, tenantId, length) => {
    let ofTenants = lengths.get(gathered);
    if (!ofTenants) {
      ofTenants = new Map();
      lengths.set(gathered, ofTenants);
    }
    const sum = (ofTenants.get(tenantId) ?? 0) + length;
    if (sum > MAX_LENGTH) throw new Error(`${what}: they have more than ${MAX_LENGTH} characters together`);
    ofTenants.set(tenantId, sum);
  };
}
