/** The last mails that could not be sent. */
export const sql = `
CREATE TABLE mail_failure (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_time bigint NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  reason text NOT NULL
);
`;
