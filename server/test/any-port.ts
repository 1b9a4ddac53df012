/** Settings by which every server takes a free port. */
export const ANY_PORT = {
  httpPort: 0,
  httpsPort: 0,
  mqttPort: 0,
  mqttTlsPort: 0,
  coapPort: 0,
  lwm2mPort: 0,
  lwm2mBootstrapPort: 0,
  lwm2mDtlsPort: 0,
  lwm2mBootstrapDtlsPort: 0,
  coapDtlsPort: 0,
};
