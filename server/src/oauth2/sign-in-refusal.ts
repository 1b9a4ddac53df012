/** A sign-in that cannot be completed; the message is for the person who signs in. */
export class SignInRefusal extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SignInRefusal';
  }
}
