import { DEFAULT_RPC_REQUEST_SCHEMA, DEFAULT_RPC_RESPONSE_SCHEMA } from '@signalbox/contract/rpc-schemas';
import { describe, expect, it } from 'vitest';
import { completeProtoSchemas, type ProtoSchemas } from './proto-schemas.ts';

const proto3 = (body: string): string => `syntax = "proto3";\n${body}`;
const VALID = {
  deviceTelemetryProtoSchema: proto3('message T { double t = 1; }'),
  deviceAttributesProtoSchema: proto3('message A { string a = 1; }'),
};
const complete = (more: Partial<Record<keyof ProtoSchemas, unknown>>) => () =>
  completeProtoSchemas({ ...VALID, ...more });

describe('the schemas of a profile', () => {
  it('have defaults for calls alone', () => {
    const completed = {
      ...VALID,
      deviceRpcRequestProtoSchema: DEFAULT_RPC_REQUEST_SCHEMA,
      deviceRpcResponseProtoSchema: DEFAULT_RPC_RESPONSE_SCHEMA,
    };
    expect(completeProtoSchemas(VALID)).toEqual(completed);
    expect(complete({ deviceRpcRequestProtoSchema: '', deviceRpcResponseProtoSchema: null })()).toEqual(completed);
    expect(complete({ deviceTelemetryProtoSchema: null })).toThrow(
      '[Transport Configuration] failed to parse telemetry proto schema due to: deviceTelemetryProtoSchema is missing',
    );
    expect(complete({ deviceAttributesProtoSchema: 5 })).toThrow(/attributes proto schema .* must be a text/);
  });

  it.each<[keyof ProtoSchemas, string]>([
    ['deviceTelemetryProtoSchema', 'telemetry'],
    ['deviceAttributesProtoSchema', 'attributes'],
    ['deviceRpcRequestProtoSchema', 'rpc request'],
    ['deviceRpcResponseProtoSchema', 'rpc response'],
  ])('say for %s what is wrong, and where', (name, title) => {
    const prefix = '[Transport Configuration]';
    expect(complete({ [name]: proto3('message A {\n  int32 a = x;\n}') })).toThrow(
      `${prefix} failed to parse ${title} proto schema due to: illegal id 'x' (line 3)`,
    );
    expect(complete({ [name]: 'syntax = "proto2"; message A {}' })).toThrow(
      `${prefix} invalid schema syntax: proto2 for ${title} proto schema provided! Only proto3 allowed!`,
    );
    expect(complete({ [name]: proto3('import "a.proto";') })).toThrow(
      `${prefix} invalid ${title} proto schema provided! Schema imports don't support! (line 2)`,
    );
    expect(complete({ [name]: proto3('enum A { B = 0; }') })).toThrow(
      `${prefix} invalid ${title} proto schema provided! At least one Message definition should exists!`,
    );
  });

  it.each([
    ['message T {}', "Message 'T' should have at least one field!"],
    [
      'message T { optional int64 ts = 1; double values = 2; }',
      "Field 'values' has invalid data type. Only message type is supported!",
    ],
    [
      'message T { optional string ts = 1; V values = 2; message V { double a = 1; } }',
      "Field 'ts' has invalid data type. Only int64 type is supported!",
    ],
    [
      'message T { int64 ts = 1; V values = 2; message V { double a = 1; } }',
      "Field 'ts' has invalid label. Field 'ts' should have optional keyword!",
    ],
    [
      'message T { optional int64 ts = 1; repeated V values = 2; message V { double a = 1; } }',
      "Field 'values' has invalid label!",
    ],
  ])('refuse telemetry as %s', (body, tail) => {
    expect(complete({ deviceTelemetryProtoSchema: proto3(body) })).toThrow(
      `[Transport Configuration] invalid telemetry proto schema provided! ${tail}`,
    );
  });

  it('take telemetry with other fields named ts or values', () => {
    for (const body of [
      'message T { int64 ts = 1; }',
      'message T { string ts = 1; double values = 2; bool more = 3; }',
      'message T { optional int64 ts = 1; optional V values = 2; message V { double a = 1; } }',
    ]) {
      expect(complete({ deviceTelemetryProtoSchema: proto3(body) })).not.toThrow();
    }
  });

  it.each([
    [
      'string method = 1; int32 requestId = 2;',
      'C message should always contains 3 fields: method, requestId and params!',
    ],
    ['string method = 1; int32 requestId = 2; string other = 3;', 'Failed to get field descriptor for field: params!'],
    [
      'int32 method = 1; int32 requestId = 2; string params = 3;',
      "Field 'method' has invalid data type. Only string type is supported!",
    ],
    [
      'string method = 1; int64 requestId = 2; string params = 3;',
      "Field 'requestId' has invalid data type. Only int32 type is supported!",
    ],
    ['string method = 1; int32 requestId = 2; repeated string params = 3;', "Field 'params' has invalid label!"],
  ])('refuse calls as %s', (fields, tail) => {
    expect(complete({ deviceRpcRequestProtoSchema: proto3(`message C { ${fields} }`) })).toThrow(
      `[Transport Configuration] invalid rpc request proto schema provided! ${tail}`,
    );
  });
});
