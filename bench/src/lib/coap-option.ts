/** Writes an option of a CoAP message whose value has less than 269 bytes. @param delta from the number of the one before, up to 12 */
export function coapOption(delta: number, value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const length = bytes.length < 13 ? [bytes.length] : [13, bytes.length - 13];
  return Buffer.concat([Buffer.from([(delta << 4) | (length[0] as number), ...length.slice(1)]), bytes]);
}
