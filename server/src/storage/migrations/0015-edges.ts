import { typedTable } from './typed-table.ts';

const NO_CUSTOMER = '13814000-1dd2-11b2-8080-808080808080';
const LOG_SCRIPT =
  "return '\\nIncoming message:\\n' + JSON.stringify(msg) + '\\nIncoming metadata:\\n' + JSON.stringify(metadata);";

/** Nodes of the chain that new edges start with: class, name, x, y, configuration. */
const NODES: [string, string, number, number, object][] = [
  [
    'profile.TbDeviceProfileNode',
    'Device Profile Node',
    187,
    468,
    { persistAlarmRulesState: false, fetchAlarmRulesStateOnStart: false },
  ],
  ['telemetry.TbMsgTimeseriesNode', 'Save Timeseries', 823, 157, { defaultTTL: 0 }],
  ['telemetry.TbMsgAttributesNode', 'Save Client Attributes', 824, 52, { scope: 'CLIENT_SCOPE' }],
  ['filter.TbMsgTypeSwitchNode', 'Message Type Switch', 347, 149, { version: 0 }],
  ['action.TbLogNode', 'Log RPC from Device', 825, 266, { jsScript: LOG_SCRIPT }],
  ['action.TbLogNode', 'Log Other', 824, 378, { jsScript: LOG_SCRIPT }],
  ['rpc.TbSendRPCRequestNode', 'RPC Call Request', 824, 466, { timeoutInSeconds: 60 }],
  ['edge.TbMsgPushToCloudNode', 'Push to cloud', 1129, 52, { scope: 'SERVER_SCOPE' }],
];
const CONNECTIONS: [number, number, string][] = [
  [0, 3, 'Success'],
  [1, 7, 'Success'],
  [2, 7, 'Success'],
  [3, 1, 'Post telemetry'],
  [3, 2, 'Post attributes'],
  [3, 4, 'RPC Request from Device'],
  [3, 5, 'Other'],
  [3, 6, 'RPC Request to Device'],
  [3, 7, 'Attributes Updated'],
  [4, 7, 'Success'],
];
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const json = (value: object): string => text(JSON.stringify(value));

const nodeValues = NODES.map(
  ([type, name, layoutX, layoutY, configuration], position) =>
    `(${position}, ${text(`org.thingsboard.rule.engine.${type}`)}, ${text(name)}, ${json(configuration)},
      ${json({ layoutX, layoutY })})`,
).join(', ');
const connectionValues = CONNECTIONS.map(([from, to, type], at) => `(${from}, ${to}, ${text(type)}, ${at})`).join(', ');

/**
 * Edges, what they have to be told, and the chain that new ones start with. What goes with an edge is written with the
 * change itself, whatever makes the change.
 */
export const sql = `${typedTable(
  'edge',
  `label text,
  root_rule_chain_id uuid CONSTRAINT edge_root_rule_chain REFERENCES rule_chain (id),
  routing_key text NOT NULL CONSTRAINT edge_routing_key UNIQUE,
  secret text NOT NULL,
  edge_license_key text NOT NULL,
  cloud_endpoint text NOT NULL,`,
)}
CREATE INDEX edge_label_order ON edge (tenant_id, lower(label), created_time DESC, id DESC);
CREATE INDEX edge_root ON edge (root_rule_chain_id);

-- Without references: what is left of an edge that is gone is removed as other remains are.
CREATE TABLE edge_event (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  edge_id uuid NOT NULL,
  action text NOT NULL,
  type text NOT NULL,
  entity_id uuid,
  body json
);
CREATE INDEX edge_event_edge ON edge_event (edge_id, created_time DESC, id DESC);
CREATE INDEX edge_event_created ON edge_event (created_time);

CREATE FUNCTION tell_edge(tenant uuid, edge uuid, action text, type text, entity uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id)
  VALUES (gen_random_uuid(), (extract(epoch FROM clock_timestamp()) * 1000)::bigint, tenant, edge, action, type, entity)
$$;

-- A new edge has its root chain and those that every new edge gets.
CREATE FUNCTION equip_edge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
  SELECT new_row.id, 'EDGE', new_row.root_rule_chain_id, 'RULE_CHAIN', 'Contains', 'EDGE'
  FROM new_rows AS new_row WHERE new_row.root_rule_chain_id IS NOT NULL
  UNION
  SELECT new_row.id, 'EDGE', chosen.to_id, 'RULE_CHAIN', 'Contains', 'EDGE'
  FROM new_rows AS new_row JOIN relation AS chosen
    ON chosen.from_id = new_row.tenant_id AND chosen.from_type = 'TENANT' AND chosen.relation_type = 'Contains'
    AND chosen.relation_type_group = 'EDGE_AUTO_ASSIGN_RULE_CHAIN' AND chosen.to_type = 'RULE_CHAIN';
  PERFORM tell_edge(new_row.tenant_id, new_row.id, 'UPDATED', 'RULE_CHAIN', new_row.root_rule_chain_id)
  FROM new_rows AS new_row WHERE new_row.root_rule_chain_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER edge_equipped AFTER INSERT ON edge
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION equip_edge();

-- An edge knows its customer and the users of it.
CREATE FUNCTION tell_edge_its_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND old.customer_id <> '${NO_CUSTOMER}' THEN
    PERFORM tell_edge(old.tenant_id, old.id, 'DELETED', 'CUSTOMER', old.customer_id);
  END IF;
  IF new.customer_id <> '${NO_CUSTOMER}' THEN
    PERFORM tell_edge(new.tenant_id, new.id, 'ADDED', 'CUSTOMER', new.customer_id);
    PERFORM tell_edge(new.tenant_id, new.id, 'ADDED', 'USER', app_user.id)
    FROM app_user WHERE app_user.tenant_id = new.tenant_id AND app_user.customer_id = new.customer_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER edge_customer_given AFTER INSERT ON edge
  FOR EACH ROW EXECUTE FUNCTION tell_edge_its_customer();
CREATE TRIGGER edge_customer_changed AFTER UPDATE OF customer_id ON edge
  FOR EACH ROW WHEN (old.customer_id <> new.customer_id) EXECUTE FUNCTION tell_edge_its_customer();

-- What is deleted is taken from the edges that it was on, which are told.
CREATE OR REPLACE FUNCTION delete_relations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM relation WHERE from_id IN (SELECT id FROM old_rows);
  WITH gone AS (
    DELETE FROM relation WHERE to_id IN (SELECT id FROM old_rows)
    RETURNING from_id, from_type, to_id, to_type, relation_type_group
  )
  INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id)
  SELECT gen_random_uuid(), (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
    edge.tenant_id, edge.id, 'DELETED', gone.to_type, gone.to_id
  FROM gone JOIN edge ON edge.id = gone.from_id
  WHERE gone.from_type = 'EDGE' AND gone.relation_type_group = 'EDGE';
  RETURN NULL;
END $$;

-- Every tenant has a chain that new edges start with.
DO $$
DECLARE
  owner uuid;
  chain uuid;
  now_ms bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  nodes uuid[];
BEGIN
  FOR owner IN SELECT id FROM tenant
    WHERE NOT EXISTS (SELECT FROM rule_chain WHERE tenant_id = tenant.id AND type = 'EDGE' AND root)
  LOOP
    chain := gen_random_uuid();
    nodes := ARRAY(SELECT gen_random_uuid() FROM generate_series(1, ${NODES.length}));
    INSERT INTO rule_chain (id, created_time, tenant_id, name, type, first_rule_node_id, root, debug_mode)
    VALUES (chain, now_ms, owner, 'Edge Root Rule Chain', 'EDGE', nodes[1], true, false);
    INSERT INTO rule_node (id, created_time, rule_chain_id, position, type, name, debug_mode, configuration, additional_info)
    SELECT nodes[place + 1], now_ms, chain, place, class, title, false, configuration::json, layout::json
    FROM (VALUES ${nodeValues}) AS node (place, class, title, configuration, layout);
    INSERT INTO rule_node_connection (rule_chain_id, from_node_id, to_node_id, type, position)
    SELECT chain, nodes[origin + 1], nodes[target + 1], label, place
    FROM (VALUES ${connectionValues}) AS connection (origin, target, label, place);
  END LOOP;
END $$;
`;
