import { SCRIPT_KINDS, type ScriptKind } from '@signalbox/contract/rule-nodes/form-fields';
import { type ScriptEngine, ScriptError, type ScriptInput } from './script-engine.ts';
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

/** Maximum number of running and waiting tests per tenant; further ones are refused. */
const MAX_TESTS = 10;

/** Runs a script once for its author. Never throws: what goes wrong is in `error`, and `output` is empty then. */
export type TestScript = (tenantId: string, test: ScriptTest) => Promise<{ output: string; error: string }>;

/** @param scripts separate from the engine for rule nodes, so that no message waits for a test */
export function createScriptTests(scripts: ScriptEngine): TestScript {
  /** tenant id → its tests that run or wait */
  const running = new Map<string, number>();

  async function run(tenantId: string, { script: body, scriptType, argNames, ...input }: ScriptTest): Promise<string> {
    const kind = SCRIPT_KINDS.find((candidate) => candidate === scriptType);
    if (!kind) throw new ScriptError(`Unsupported script type: ${scriptType}`);
    const script = await scripts.compile(tenantId, body, argNames);
    try {
      return await outputOf(kind, script, input);
    } finally {
      script.close();
    }
  }

  return async function testScript(tenantId, test) {
    const before = running.get(tenantId) ?? 0;
    if (before >= MAX_TESTS) {
      return {
        output: '',
        error: `${MAX_TESTS} scripts of your tenant are being tested; try again when they are done`,
      };
    }
    running.set(tenantId, before + 1);
    try {
      return { output: await run(tenantId, test), error: '' };
    } catch (error) {
      return { output: '', error: error instanceof Error ? error.message : String(error) };
    } finally {
      const left = (running.get(tenantId) ?? 1) - 1;
      if (left > 0) running.set(tenantId, left);
      else running.delete(tenantId);
    }
  };
}

async function outputOf(
  kind: ScriptKind,
  script: Awaited<ReturnType<ScriptEngine['compile']>>,
  input: ScriptInput,
): Promise<string> {
  const value = await script.run(input, { mayWait: true });
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
