/** What the server takes as the e-mail address of a person, a customer or a tenant. */
export const EMAIL_ADDRESS = /^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$/i;
