/** Root of the keys of queries about OTA packages. */
export const OTA_PACKAGES = ['otaPackages'] as const;
