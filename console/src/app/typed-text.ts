/** As it looks: how letters are composed, and which spaces stand between words and how many, cannot be seen. */
const asSeen = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Whether somebody has typed a text that was shown. */
export const isTypedAs = (typed: string, shown: string): boolean => asSeen(typed) === asSeen(shown);
