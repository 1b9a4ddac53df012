/** Users by their e-mail, in any case. */
export const sql = `
CREATE INDEX app_user_lower_email ON app_user (lower(email));
`;
