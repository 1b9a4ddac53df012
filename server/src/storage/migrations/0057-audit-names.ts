/** The audit log by the names of what its lines are about, in an index that answers by itself. */
export const sql = `
CREATE INDEX audit_log_name ON audit_log (tenant_id, lower(entity_name), created_time DESC, id DESC) INCLUDE (entity_name);
`;
