/** Relations of a tenant profile go with it at once, as those of every other kind. */
export const sql = `
CREATE TRIGGER tenant_profile_relations AFTER DELETE ON tenant_profile
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
`;
