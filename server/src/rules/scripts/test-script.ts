import type { ScriptEngine, ScriptInput, ScriptKind } from './script-engine.ts';
import { SCRIPT_KINDS, ScriptError } from './script-engine.ts';
import { asBoolean, asGeneratedMessage, asJsonText, asMessages, asRelations, asText } from './script-result.ts';

/** Body of POST /api/ruleChain/testScript. */
export interface ScriptTest {
  script: string;
  scriptType: string;
  argNames: readonly string[];
  /** JSON text */
  msg: string;
  metadata: Record<string, string>;
  msgType: string;
}

/** Runs a script once for its author. Never throws: what goes wrong is in `error`, and `output` is empty then. */
export async function testScript(
  scripts: ScriptEngine,
  tenantId: string,
  { script: body, scriptType, argNames, msg, metadata, msgType }: ScriptTest,
): Promise<{ output: string; error: string }> {
  try {
    const kind = SCRIPT_KINDS.find((candidate) => candidate === scriptType);
    if (!kind) throw new ScriptError(`Unsupported script type: ${scriptType}`);
    const script = await scripts.compile(tenantId, body, argNames);
    try {
      return { output: await outputOf(kind, script, { msg, metadata, msgType }), error: '' };
    } finally {
      script.close();
    }
  } catch (error) {
    return { output: '', error: error instanceof Error ? error.message : String(error) };
  }
}

async function outputOf(
  kind: ScriptKind,
  script: Awaited<ReturnType<ScriptEngine['compile']>>,
  input: ScriptInput,
): Promise<string> {
  const value = await script.run(input);
  switch (kind) {
    case 'filter':
      return String(asBoolean(value));
    case 'switch':
      return JSON.stringify(asRelations(value));
    case 'string':
      return asText(value);
    case 'json':
      return asJsonText(value);
    case 'generate':
      return messageText(asGeneratedMessage(value, input));
    case 'update': {
      const texts = asMessages(value, input).map(messageText);
      return texts.length === 1 ? (texts[0] as string) : `[${texts.join(',')}]`;
    }
  }
}

function messageText({ data, metadata, type }: ReturnType<typeof asGeneratedMessage>): string {
  return `{"msg":${data},"metadata":${JSON.stringify(metadata)},"msgType":${JSON.stringify(type)}}`;
}
