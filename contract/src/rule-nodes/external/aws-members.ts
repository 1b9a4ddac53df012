import { textSetting } from '../settings.ts';

/** How nodes sign in at Amazon. */
export const awsMembers = {
  accessKeyId: textSetting(''),
  secretAccessKey: textSetting(''),
  region: textSetting('us-east-1'),
};

export const awsFields = {
  accessKeyId: { control: 'text', label: 'Access key id', isRequired: true },
  secretAccessKey: { control: 'text', label: 'Secret access key', isRequired: true },
  region: {
    control: 'text',
    label: 'Region',
    isRequired: true,
    offers: [
      'us-east-1',
      'us-east-2',
      'us-west-2',
      'ca-central-1',
      'eu-central-1',
      'eu-west-1',
      'eu-north-1',
      'ap-southeast-1',
    ],
  },
} as const;
