import mqtt from 'mqtt';
import { measure, publishPeriod, seedOf } from '../device-models.ts';
import { answerCall, describeDevice, type Simulate } from './simulator.ts';

/** A device of MQTT 5. */
export const simulateMqtt: Simulate = (device, { address, rate, report }) => {
  const seed = seedOf(device.name);
  const client = mqtt.connect(address, {
    username: device.credentialsId,
    protocolVersion: 5,
    reconnectPeriod: 2_000 + (seed % 1_000),
    reconnectOnConnackError: true,
    clean: true,
    queueQoSZero: false,
  });
  let timer: NodeJS.Timeout | undefined;
  const publish = (): void => {
    const ts = Date.now();
    report.sent();
    client.publish(
      'v1/devices/me/telemetry',
      JSON.stringify({ ts, values: measure(device.kind, seed, ts) }),
      { qos: 1 },
      (error) => {
        if (!error) report.acknowledged();
      },
    );
  };
  client.on('connect', () => {
    client.subscribe(['v1/devices/me/rpc/request/+', 'v1/devices/me/attributes'], { qos: 1 });
    client.publish('v1/devices/me/attributes', JSON.stringify(describeDevice(device)), { qos: 1 });
    clearInterval(timer);
    timer = setInterval(publish, publishPeriod(device.kind, seed) / rate);
    publish();
  });
  client.on('close', () => clearInterval(timer));
  client.on('message', (topic, payload) => {
    const requestId = /^v1\/devices\/me\/rpc\/request\/(\d+)$/.exec(topic)?.[1];
    if (requestId === undefined) return;
    client.publish(`v1/devices/me/rpc/response/${requestId}`, answerCall(payload.toString()), { qos: 1 });
  });
  client.on('error', report.failed);
  return () => {
    clearInterval(timer);
    client.end(true);
  };
};
