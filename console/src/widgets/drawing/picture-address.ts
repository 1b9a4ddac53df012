/** Whether an address of settings may be loaded as a picture: one of this server, or written into the settings. */
export function isPictureAddress(address: string): boolean {
  return /^data:image\/(png|jpe?g|gif|webp|svg\+xml)[;,]/i.test(address) || /^\/(?!\/)/.test(address);
}
