// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { toEmailNode } from './to-email.ts';

const defaults = toEmailNode.defaultConfiguration;
const metadata = { userEmail: 'a@x.org', deviceType: 'pump', deviceName: 'P1', temp: '90' };
const email = (more: object = {}) =>
  JSON.stringify({
    from: 'info@testmail.org',
    to: 'a@x.org',
    cc: null,
    bcc: null,
    subject: 'Device pump temperature high',
    body: 'Device P1 has high temperature 90',
    images: null,
    html: false,
    ...more,
  });

testRuleNode(toEmailNode, [
  {
    title: 'writes plain text, and keeps the metadata',
    message: { metadata },
    relation: 'Success',
    leaves: { type: 'SEND_EMAIL', metadata, data: email() },
  },
  {
    title: 'fills all templates from metadata and payload',
    configuration: {
      fromTemplate: '$[from]',
      toTemplate: '$[to]',
      ccTemplate: '${cc}',
      bccTemplate: '${bcc}',
      subjectTemplate: '$[subject]',
      bodyTemplate: '<b>${missing}</b>',
      mailBodyType: 'true',
    },
    message: { metadata: { cc: 'c@x.org', bcc: 'd@x.org' }, data: '{"from":"f@x.org","to":"t@x.org","subject":"S"}' },
    relation: 'Success',
    leaves: {
      data: email({
        from: 'f@x.org',
        to: 't@x.org',
        cc: 'c@x.org',
        bcc: 'd@x.org',
        subject: 'S',
        body: '<b>${missing}</b>',
        html: true,
      }),
    },
  },
  {
    title: 'is HTML when the message says so',
    configuration: { ...defaults, mailBodyType: 'dynamic', isHtmlTemplate: '${html}' },
    message: { metadata: { ...metadata, html: 'true' } },
    relation: 'Success',
    leaves: { data: email({ html: true }) },
  },
  {
    title: 'and is not when it does not',
    configuration: { ...defaults, mailBodyType: 'dynamic', isHtmlTemplate: '${html}' },
    message: { metadata },
    relation: 'Success',
    leaves: { data: email() },
  },
  {
    title: 'adds images',
    message: { metadata: { ...metadata, images: '{"logo":"data:image/png;base64,AA=="}' } },
    relation: 'Success',
    leaves: { data: email({ images: { logo: 'data:image/png;base64,AA==' } }) },
  },
  { title: 'fails for images that are not JSON', message: { metadata: { images: 'x' } }, fails: 'JSON' },
  { title: 'fails for a list of images', message: { metadata: { images: '[]' } }, fails: 'The images of an e-mail' },
  {
    title: 'fails where a template needs a payload that is not JSON',
    configuration: { ...defaults, subjectTemplate: '$[a]' },
    message: { data: 'x' },
    fails: 'JSON',
  },
]);
