/** Whether an address may be loaded as a picture whoever has written it: one of this server, or one that is the picture. */
export function isPictureAddress(address: string): boolean {
  return /^data:image\/(png|jpe?g|gif|webp|svg\+xml)[;,]/i.test(address) || /^\/(?!\/)/.test(address);
}

/**
 * Whether settings may name it as a picture: also one of another server. What devices send may not, so that nothing of
 * theirs learns who looks at a dashboard.
 */
export function isSettingPicture(address: string): boolean {
  return isPictureAddress(address) || /^https?:\/\/[^/\s?#]+/i.test(address);
}
