import { LOG_SCRIPT } from '@signalbox/contract/rule-nodes/action/log-script';

/** A chain as it is created: what `POST /api/ruleChain` and `POST /api/ruleChain/metadata` together would get. */
export interface RuleChainContent {
  name: string;
  firstNodeIndex: number;
  nodes: RuleChainContentNode[];
  /** From and to are indexes into `nodes`. */
  connections: { fromIndex: number; toIndex: number; type: string }[];
}

export interface RuleChainContentNode {
  /** Full class name of the node kind, as on the wire. */
  type: string;
  name: string;
  debugMode: false;
  configuration: Record<string, unknown>;
  /** layoutX and layoutY in px. */
  additionalInfo: { layoutX: number; layoutY: number; description?: string };
}

/** A place on the canvas, in px. */
type Place = readonly [x: number, y: number];

interface DefaultLayout {
  saveTimeseries: Place;
  saveAttributes: Place;
  messageTypeSwitch: Place;
  logRpc: Place;
  logOther: Place;
  rpcCallRequest: Place;
  deviceProfile: Place;
}

function node(
  type: string,
  name: string,
  [layoutX, layoutY]: Place,
  configuration: Record<string, unknown>,
  description?: string,
): RuleChainContentNode {
  return {
    type: `org.thingsboard.rule.engine.${type}`,
    name,
    debugMode: false,
    configuration,
    additionalInfo: description === undefined ? { layoutX, layoutY } : { description, layoutX, layoutY },
  };
}

function defaultChain(
  name: string,
  layout: DefaultLayout,
  saveAttributesConfiguration: Record<string, unknown>,
  deviceProfileDescription?: string,
): RuleChainContent {
  return {
    name,
    firstNodeIndex: 6,
    nodes: [
      node('telemetry.TbMsgTimeseriesNode', 'Save Timeseries', layout.saveTimeseries, { defaultTTL: 0 }),
      node(
        'telemetry.TbMsgAttributesNode',
        'Save Client Attributes',
        layout.saveAttributes,
        saveAttributesConfiguration,
      ),
      node('filter.TbMsgTypeSwitchNode', 'Message Type Switch', layout.messageTypeSwitch, { version: 0 }),
      node('action.TbLogNode', 'Log RPC from Device', layout.logRpc, { jsScript: LOG_SCRIPT }),
      node('action.TbLogNode', 'Log Other', layout.logOther, { jsScript: LOG_SCRIPT }),
      node('rpc.TbSendRPCRequestNode', 'RPC Call Request', layout.rpcCallRequest, { timeoutInSeconds: 60 }),
      node(
        'profile.TbDeviceProfileNode',
        'Device Profile Node',
        layout.deviceProfile,
        { persistAlarmRulesState: false, fetchAlarmRulesStateOnStart: false },
        deviceProfileDescription,
      ),
    ],
    connections: [
      { fromIndex: 6, toIndex: 2, type: 'Success' },
      { fromIndex: 2, toIndex: 4, type: 'Other' },
      { fromIndex: 2, toIndex: 1, type: 'Post attributes' },
      { fromIndex: 2, toIndex: 0, type: 'Post telemetry' },
      { fromIndex: 2, toIndex: 3, type: 'RPC Request from Device' },
      { fromIndex: 2, toIndex: 5, type: 'RPC Request to Device' },
    ],
  };
}

/** The root chain that each new tenant gets (rule-engine.md §7). */
export function defaultRootChain(): RuleChainContent {
  return defaultChain(
    'Root Rule Chain',
    {
      saveTimeseries: [824, 156],
      saveAttributes: [825, 52],
      messageTypeSwitch: [347, 149],
      logRpc: [825, 266],
      logOther: [825, 379],
      rpcCallRequest: [825, 468],
      deviceProfile: [204, 240],
    },
    // A text, as 3.3.2 has it: exported chains of both compare equal.
    { scope: 'CLIENT_SCOPE', notifyDevice: 'false' },
    'Applies the alarm rules of the device profile; every message then continues along "Success".',
  );
}

/** The chain that new edges of a tenant start with (rule-engine.md §7). */
export function defaultEdgeChain(): RuleChainContent {
  const saved = (fromIndex: number) => ({ fromIndex, toIndex: 7, type: 'Success' });
  return {
    name: 'Edge Root Rule Chain',
    firstNodeIndex: 0,
    nodes: [
      node(
        'profile.TbDeviceProfileNode',
        'Device Profile Node',
        [187, 468],
        { persistAlarmRulesState: false, fetchAlarmRulesStateOnStart: false },
        'Applies the alarm rules of the device profile; every message then continues along "Success".',
      ),
      node('telemetry.TbMsgTimeseriesNode', 'Save Timeseries', [823, 157], { defaultTTL: 0 }),
      node('telemetry.TbMsgAttributesNode', 'Save Client Attributes', [824, 52], { scope: 'CLIENT_SCOPE' }),
      node('filter.TbMsgTypeSwitchNode', 'Message Type Switch', [347, 149], { version: 0 }),
      node('action.TbLogNode', 'Log RPC from Device', [825, 266], { jsScript: LOG_SCRIPT }),
      node('action.TbLogNode', 'Log Other', [824, 378], { jsScript: LOG_SCRIPT }),
      node('rpc.TbSendRPCRequestNode', 'RPC Call Request', [824, 466], { timeoutInSeconds: 60 }),
      node('edge.TbMsgPushToCloudNode', 'Push to cloud', [1129, 52], { scope: 'SERVER_SCOPE' }),
    ],
    connections: [
      { fromIndex: 0, toIndex: 3, type: 'Success' },
      saved(1),
      saved(2),
      { fromIndex: 3, toIndex: 5, type: 'Other' },
      { fromIndex: 3, toIndex: 2, type: 'Post attributes' },
      { fromIndex: 3, toIndex: 1, type: 'Post telemetry' },
      { fromIndex: 3, toIndex: 4, type: 'RPC Request from Device' },
      { fromIndex: 3, toIndex: 6, type: 'RPC Request to Device' },
      { fromIndex: 3, toIndex: 7, type: 'Attributes Updated' },
      saved(4),
    ],
  };
}

/** The template of POST /api/ruleChain/device/default: a chain for a device profile to start from. */
export function deviceProfileChain(name: string): RuleChainContent {
  return defaultChain(
    name,
    {
      saveTimeseries: [822, 294],
      saveAttributes: [824, 221],
      messageTypeSwitch: [494, 309],
      logRpc: [824, 383],
      logOther: [823, 444],
      rpcCallRequest: [822, 507],
      deviceProfile: [209, 307],
    },
    { scope: 'CLIENT_SCOPE' },
  );
}
