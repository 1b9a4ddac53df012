import { isObject } from './base64-json.ts';
import type { ConnectorDraft, GatewayDraft } from './gateway-draft.ts';

/** What is wrong with a field: the key of a text that names the field, and what its placeholders take. */
export interface FieldProblem {
  /** `host`, or `connector 3 name` with the key of the connector. */
  field: string;
  text: string;
  values?: Readonly<Record<string, string>>;
}

const isCount = (value: number | null) => value !== null && Number.isInteger(value) && value >= 1;

/** What keeps a form from being saved, in the order of its fields. */
export function gatewayProblems(draft: GatewayDraft): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const check = (isRight: boolean, field: string, text: string, values: FieldProblem['values'] = {}) => {
    if (!isRight) problems.push({ field, text, values });
  };
  const given = (value: string, field: string, text: string) => check(value.trim() !== '', field, text);
  given(draft.host, 'host', 'gatewayForm.problem.host');
  check(isCount(draft.port) && Number(draft.port) <= 65_535, 'port', 'gatewayForm.problem.port');
  if (draft.security === 'accessToken') given(draft.accessToken, 'accessToken', 'gatewayForm.problem.accessToken');
  else {
    given(draft.caCert, 'caCert', 'gatewayForm.problem.caCert');
    if (draft.cert.trim() !== '') given(draft.privateKey, 'privateKey', 'gatewayForm.problem.privateKey');
    if (draft.privateKey.trim() !== '') given(draft.cert, 'cert', 'gatewayForm.problem.cert');
  }
  given(draft.logPath, 'logPath', 'gatewayForm.problem.logPath');
  check(isCount(draft.readRecords), 'readRecords', 'gatewayForm.problem.readRecords');
  check(isCount(draft.maxRecords), 'maxRecords', 'gatewayForm.problem.maxRecords');
  if (draft.storage === 'file') {
    given(draft.dataFolder, 'dataFolder', 'gatewayForm.problem.dataFolder');
    check(isCount(draft.maxFiles), 'maxFiles', 'gatewayForm.problem.maxFiles');
  }
  const names = draft.connectors.map(({ name }) => name.trim().toLowerCase());
  for (const [index, connector] of draft.connectors.entries()) {
    const name = connector.name.trim();
    const of = (field: string) => `connector ${connector.key} ${field}`;
    given(name, of('name'), 'gatewayForm.problem.connectorName');
    if (name !== '') {
      const isFirst = names.indexOf(names[index] ?? '') === index;
      check(isFirst, of('name'), 'gatewayForm.problem.connectorTwice', { name });
    }
    check(connector.type !== '', of('type'), 'gatewayForm.problem.connectorType', { name });
    check(hasObject(connector), of('config'), 'gatewayForm.problem.connectorConfig', { name });
  }
  return problems;
}

/** Whether a connector's configuration is a JSON object. */
function hasObject({ config }: ConnectorDraft): boolean {
  try {
    return isObject(JSON.parse(config));
  } catch {
    return false;
  }
}
