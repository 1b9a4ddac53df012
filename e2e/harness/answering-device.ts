import mqtt from 'mqtt';

/** A device on MQTT that takes calls and keeps them. */
export interface AnsweringDevice {
  /** Calls in the order they came: method and parameters. */
  calls: [method: string, params: unknown][];
  publish: (topic: string, body: object) => Promise<unknown>;
  close: () => Promise<void>;
}

/** Connects a device that answers calls with what `answer` returns; undefined: not at all. */
export async function startAnsweringDevice(
  address: string,
  accessToken: string,
  answer: (method: string, params: unknown) => unknown,
): Promise<AnsweringDevice> {
  const client = await mqtt.connectAsync(address, { username: accessToken });
  const calls: AnsweringDevice['calls'] = [];
  client.on('message', (topic, body) => {
    const { method, params } = JSON.parse(body.toString()) as { method: string; params: unknown };
    calls.push([method, params]);
    const reply = answer(method, params);
    if (reply !== undefined) client.publish(topic.replace('/request/', '/response/'), JSON.stringify(reply));
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return {
    calls,
    publish: (topic, body) => client.publishAsync(topic, JSON.stringify(body), { qos: 1 }),
    close: () => client.endAsync(),
  };
}
