/** Where the services of cloud providers are; tests have their own. */
export interface CloudAddresses {
  sns: (region: string) => string;
  pubsub: string;
}

export const CLOUD_ADDRESSES: CloudAddresses = {
  sns(region) {
    // It becomes a part of the address.
    if (!/^[a-z0-9-]{1,64}$/.test(region)) throw new Error(`'${region}' is not a region`);
    return `https://sns.${region}.amazonaws.com/`;
  },
  pubsub: 'https://pubsub.googleapis.com',
};
