import { type AccessRow, only } from '../access-row.ts';

/** Bodies are no forms, and the packages have their files elsewhere: who is let in is told so. */
const LET_IN = { letIn: [400] };

/** Firmware and software for devices. */
export const otaPackagesRows: Record<string, AccessRow | AccessRow[]> = {
  getOtaPackages: { alsoDenied: ['publicVisitor'] },
  getOtaPackagesOfProfile: {
    params: { type: 'FIRMWARE' },
    alsoDenied: ['publicVisitor'],
  },
  getOtaPackageInfo: only('otaPackage', 'READ'),
  getOtaPackage: only('otaPackage', 'READ'),
  downloadOtaPackage: { ...only('otaPackage', 'READ'), ...LET_IN },
  saveOtaPackageInfo: [
    { creates: 'otaPackage', body: (_objects, unique) => ({ type: 'SOFTWARE', title: unique, version: '1' }) },
    {
      on: 'otaPackage',
      op: 'WRITE',
      body: ({ otaPackage }) => ({ ...otaPackage, additionalInfo: { description: 'Changed' } }),
    },
  ],
  saveOtaPackageData: { ...only('otaPackage', 'WRITE'), query: 'checksumAlgorithm=MD5', ...LET_IN },
  deleteOtaPackage: only('otaPackage', 'DELETE'),
  getOtaUpload: only('otaPackage', 'WRITE'),
  uploadOtaPart: { ...only('otaPackage', 'WRITE'), query: 'offset=0', ...LET_IN },
  completeOtaUpload: { ...only('otaPackage', 'WRITE'), query: 'checksumAlgorithm=MD5&fileName=a', ...LET_IN },
  cancelOtaUpload: only('otaPackage', 'WRITE'),
};
