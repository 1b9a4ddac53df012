import { describe, expect, it } from 'vitest';
import { keyNameOf, parseLwm2mModel } from './lwm2m-model.ts';
import { parseXml } from './xml-tree.ts';

const item = (id: number, name: string, operations: string): string =>
  `<Item ID="${id}"><Name>${name}</Name><Operations>${operations}</Operations></Item>`;

const model = (parts: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!-- Of nobody. -->
<LWM2M xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Object ObjectType="MODefinition">${parts}</Object></LWM2M>`;

const DEVICE = model(`<Name>Device</Name><Description1><![CDATA[What is < this]]></Description1>
  <ObjectID>3</ObjectID><ObjectVersion>1.1</ObjectVersion><MultipleInstances>Single</MultipleInstances>
  <Mandatory>Mandatory</Mandatory>
  <Resources>${item(0, 'Manufacturer', 'R')}${item(4, 'Reboot', 'E')}${item(9, 'Battery Level', 'RW')}</Resources>`);

describe('the description of an LwM2M object', () => {
  it('becomes the object with what can be read of it', async () => {
    const chosen = { observe: false, attribute: false, telemetry: false };
    expect(await parseLwm2mModel(DEVICE)).toEqual({
      key: '3_1.1',
      name: 'Device',
      objectId: 3,
      version: '1.1',
      object: {
        id: 3,
        keyId: '3_1.1',
        name: 'Device',
        multiple: false,
        mandatory: true,
        instances: [
          {
            id: 0,
            resources: [
              { id: 0, name: 'Manufacturer', ...chosen, keyName: 'manufacturer' },
              { id: 9, name: 'Battery Level', ...chosen, keyName: 'batteryLevel' },
            ],
          },
        ],
      },
    });
  });

  it('has version 1.0 where it names none, and takes the first object of several', async () => {
    const many =
      '<LWM2M><Object><Name>A</Name><ObjectID>7</ObjectID><MultipleInstances>Multiple</MultipleInstances></Object><Object/></LWM2M>';
    expect(await parseLwm2mModel(many)).toMatchObject({ key: '7_1.0', object: { multiple: true, mandatory: false } });
  });

  it.each([
    ['is not XML', 'no XML'],
    ['is not closed', '<LWM2M><Object>'],
    ['has no object', '<LWM2M/>'],
    ['has no name', model('<ObjectID>3</ObjectID>')],
    ['has no id', model('<Name>A</Name>')],
    ['has an id that is not one', model('<Name>A</Name><ObjectID>-3</ObjectID>')],
    ['has an id beyond 65535', model('<Name>A</Name><ObjectID>65536</ObjectID>')],
    ['has a version that is not one', model('<Name>A</Name><ObjectID>3</ObjectID><ObjectVersion>../x</ObjectVersion>')],
  ])('is refused when it %s', async (_why, source) => {
    await expect(parseLwm2mModel(source)).rejects.toThrow();
  });

  it.each([
    ['Battery Level', 'batteryLevel'],
    ['UTC Offset', 'utcOffset'],
    ['Min-Measured_Value', 'minMeasuredValue'],
    ['on', 'on'],
    ['', ''],
  ])('calls the values of %o %o', (name, keyName) => {
    expect(keyNameOf(name)).toBe(keyName);
  });
});

describe('XML that attacks', () => {
  it.each([
    ['entities that grow', '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'],
    ['files of the server', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>'],
    ['addresses', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>'],
    ['entities that nobody declares', '<a>&f;</a>'],
    ['great depth', '<a>'.repeat(10_000)],
    ['many elements', `<a>${'<b/>'.repeat(100_001)}</a>`],
  ])('with %s is refused', async (_what, source) => {
    await expect(parseXml(source)).rejects.toThrow();
  });

  it('may have the entities of XML', async () => {
    expect((await parseXml('<a>&lt;&amp;&#65;</a>')).text).toBe('<&A');
  });
});

describe('a long file', () => {
  const long = `<a>${'<b>ä€😀</b>'.repeat(50_000)}</a>`;

  it('is read whole', async () => {
    const { children } = await parseXml(long);
    expect(children).toHaveLength(50_000);
    expect(new Set(children.map(({ text }) => text))).toEqual(new Set(['ä€😀']));
  });

  it('lets others work while it is read', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await parseXml(long);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
