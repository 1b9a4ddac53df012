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
  region: { control: 'text', label: 'Region', isRequired: true },
} as const;
