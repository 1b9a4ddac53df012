/** The audit log by kind of action, and found by parts of the names of what was changed and of who did it. */
export const sql = `
CREATE INDEX audit_log_action ON audit_log (tenant_id, action_type, created_time DESC);
CREATE INDEX audit_log_search ON audit_log
  USING gin (lower(entity_name) gin_trgm_ops, lower(user_name) gin_trgm_ops);
`;
