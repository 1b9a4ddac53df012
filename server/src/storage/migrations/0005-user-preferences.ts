/** What people have set up in the console, by key. */
export const sql = `
CREATE TABLE user_preference (
  user_id uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (user_id, key)
);
`;
