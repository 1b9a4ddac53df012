// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { describe, expect, it } from 'vitest';
import { message, useKafkaNode } from '../../../../test/brokers/kafka-node.ts';
import { makeCertificate } from '../../../../test/certificates.ts';
import { callOutside } from '../../../../test/outside-node.ts';
import { kafkaNode } from './kafka.ts';

const kafka = useKafkaNode();
const { failureOf, publish, settings, startBroker } = kafka;

describe('signing in', () => {
  const jaas =
    'org.apache.kafka.common.security.scram.ScramLoginModule required username="me,=" password="a \\"word\\"";';
  const properties = (mechanism: string, config = jaas) => ({
    'security.protocol': 'SASL_PLAINTEXT',
    'sasl.mechanism': mechanism,
    'sasl.jaas.config': config,
  });

  it.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])('%s', async (mechanism) => {
    kafka.broker = await startBroker({ user: { mechanism, name: 'me,=', password: 'a "word"' } });
    expect(await publish({ otherProperties: properties(mechanism) })).toMatchObject([{ relation: 'Success' }]);
    const wrong = properties(mechanism, jaas.replace('"word', '"guess'));
    expect(await failureOf({ otherProperties: wrong })).toContain('SASL_AUTHENTICATION_FAILED');
  });

  it('is refused by a broker that wants another mechanism', async () => {
    kafka.broker = await startBroker({ user: { mechanism: 'PLAIN', name: 'me', password: 'word' } });
    expect(await failureOf({ otherProperties: properties('SCRAM-SHA-256') })).toContain('UNSUPPORTED_SASL_MECHANISM');
  });

  it.each([1, 1_000_000_000])('makes no %d rounds for a broker', async (rounds) => {
    kafka.broker = await startBroker({
      user: { mechanism: 'SCRAM-SHA-256', name: 'me,=', password: 'a "word"', rounds },
    });
    expect(await failureOf({ otherProperties: properties('SCRAM-SHA-256') })).toContain('rounds');
  });
});

describe('encryption', () => {
  const encrypted = (certificates: string, more: object = {}) => ({
    bootstrapServers: `localhost:${kafka.broker.port}`,
    otherProperties: { 'security.protocol': 'SSL', 'ssl.truststore.certificates': certificates, ...more },
  });

  it('trusts the certificates that the node has, for the names that they have', async () => {
    const [own, other] = [await makeCertificate(), await makeCertificate('broker.example')];
    kafka.broker = await startBroker({ tls: own });
    expect(await failureOf(encrypted(other.cert))).toMatch(/self.signed/);
    kafka.broker = await startBroker({ tls: other, leader: { host: 'localhost', port: 0 } });
    expect(await failureOf(encrypted(other.cert))).toContain("Hostname/IP does not match certificate's altnames");
    const unnamed = encrypted(other.cert, { 'ssl.endpoint.identification.algorithm': '' });
    expect((await publish(unnamed))[0]?.relation).toBe('Success');
  });

  it('shows the broker the certificate of the node', async () => {
    const [own, client] = [await makeCertificate(), await makeCertificate('client.example')];
    kafka.broker = await startBroker({
      tls: { ...own, ca: client.cert, requestCert: true, rejectUnauthorized: true },
      leader: { host: 'localhost', port: 0 },
    });
    const shown = { 'ssl.keystore.certificate.chain': client.cert, 'ssl.keystore.key': client.key };
    expect((await publish(encrypted(own.cert, shown)))[0]?.relation).toBe('Success');
    expect((await publish(encrypted(own.cert)))[0]?.relation).toBe('Failure');
  });
});

describe('properties that cannot be honoured', () => {
  it.each([
    [{ 'security.protocol': 'TELNET' }, 'security.protocol must be one of'],
    [{ 'security.protocol': 'SASL_SSL', 'sasl.mechanism': 'GSSAPI' }, 'sasl.mechanism must be one of'],
    [{ 'security.protocol': 'SASL_SSL' }, 'sasl.jaas.config has no username'],
    [{ 'sasl.login.class': 'x' }, 'sasl.login.class is not supported'],
    [{ 'ssl.truststore.location': '/etc/passwd' }, 'use ssl.truststore.certificates'],
    [{ 'security.protocol': 'SSL', 'ssl.truststore.type': 'JKS' }, 'ssl.truststore.type must be one of PEM'],
    [{ 'transactional.id': 'x' }, 'transactional.id is not supported'],
    [{ 'enable.idempotence': 'true' }, 'enable.idempotence'],
    [{ 'linger.ms': 'soon' }, 'linger.ms must be a whole number'],
    [{ 'compression.type': 'snappy' }, 'compression.type must be one of none, gzip, zstd'],
    [{ 'value.serializer': 'a.ByteArraySerializer' }, 'not by a.ByteArraySerializer'],
    [{ 'bootstrap.servers': '' }, 'bootstrap servers are not set'],
    [{ 'bootstrap.servers': 'a b:1' }, 'is not the address of a broker'],
  ])('%o', async (otherProperties, reason) => {
    await expect(publish({ otherProperties })).rejects.toThrow(reason);
  });

  it('ignores what tunes another producer', async () => {
    const otherProperties = { 'send.buffer.bytes': '1', 'max.in.flight.requests.per.connection': '1' };
    expect(await publish({ otherProperties })).toMatchObject([{ relation: 'Success' }]);
  });
});

describe('addresses', () => {
  it('in the own network are not connected to, whatever the name is', async () => {
    const own = (host: string) =>
      callOutside(kafkaNode, settings({ bootstrapServers: `${host}:${kafka.broker.port}` }), { message });
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      expect((await own(host))[0]?.message.metadata.error).toContain('must not be called');
    }
    expect(kafka.broker.opened).toBe(0);
  });

  it('that a broker names are not either', async () => {
    const hidden = await startBroker();
    for (const host of ['127.0.0.2', 'localhost']) {
      const telling = await startBroker({ leader: { host, port: hidden.port } });
      const bootstrapServers = `127.0.0.1:${telling.port}`;
      const [output] = await callOutside(kafkaNode, settings({ bootstrapServers }), {
        message,
        allowed: '127.0.0.1/32',
        services: {},
      });
      // Every name of loopback leads to what is allowed; the other address does not.
      if (host === 'localhost') expect(output?.relation).toBe('Success');
      else expect(output?.message.metadata.error).toContain('127.0.0.2 is in a network that must not be called');
    }
    expect(hidden.opened).toBe(1);
  });

  it('that a broker names get its messages', async () => {
    const leader = await startBroker();
    kafka.broker = await startBroker({ leader: { host: 'localhost', port: leader.port } });
    expect((await publish())[0]?.relation).toBe('Success');
    expect([leader.received.length, kafka.broker.received.length]).toEqual([1, 0]);
  });

  it.each([
    ['', 1],
    ['0', 1],
    ['127.0.0.1', 70_000],
    ['127.0.0.1', -1],
  ])('%s:%d, named by a broker, fails the message', async (host, port) => {
    kafka.broker = await startBroker({ leader: { host, port } });
    expect(await failureOf({})).toMatch(/\w/);
  });

  it('are tried one after the other', async () => {
    const bootstrapServers = `127.0.0.1:1, 127.0.0.1:${kafka.broker.port}`;
    expect((await publish({ bootstrapServers }))[0]?.relation).toBe('Success');
  });
});
