import { asText, port, setting } from './definition.ts';

/** Where the server listens, and how it shows who it is. */
export const LISTENER_SETTINGS = {
  httpPort: setting({
    env: 'SIGNALBOX_HTTP_PORT',
    default: 8080,
    meaning: 'Port of the console, the REST API, the sockets and the HTTP device API; 0 takes any free one.',
    parse: port,
  }),
  coapPort: setting({
    env: 'SIGNALBOX_COAP_PORT',
    default: 5683,
    meaning: 'Port (UDP) of the CoAP device API; 0 takes any free one.',
    parse: port,
  }),
  coapDtlsPort: setting({
    env: 'SIGNALBOX_COAP_DTLS_PORT',
    default: 5684,
    meaning:
      'Port (UDP) of the CoAP device API over DTLS, where there is a `SIGNALBOX_TLS_CERTIFICATE`; 0 takes any free one.',
    parse: port,
  }),
  httpsPort: setting({
    env: 'SIGNALBOX_HTTPS_PORT',
    default: 8443,
    meaning:
      'Port of what `SIGNALBOX_HTTP_PORT` offers, over TLS, where there is a `SIGNALBOX_TLS_CERTIFICATE`; 0 takes any free one.',
    parse: port,
  }),
  mqttTlsPort: setting({
    env: 'SIGNALBOX_MQTT_TLS_PORT',
    default: 8883,
    meaning: 'Port of MQTT over TLS, where there is a `SIGNALBOX_TLS_CERTIFICATE`; 0 takes any free one.',
    parse: port,
  }),
  mqttPort: setting({
    env: 'SIGNALBOX_MQTT_PORT',
    default: 1883,
    meaning: 'Port of the MQTT device API; 0 takes any free one.',
    parse: port,
  }),
  lwm2mPort: setting({
    env: 'SIGNALBOX_LWM2M_PORT',
    default: 5685,
    meaning: 'Port (UDP) of the LwM2M server; 0 takes any free one.',
    parse: port,
  }),
  lwm2mDtlsPort: setting({
    env: 'SIGNALBOX_LWM2M_DTLS_PORT',
    default: 5686,
    meaning: 'Port (UDP) of the LwM2M server over DTLS; 0 takes any free one.',
    parse: port,
  }),
  lwm2mBootstrapPort: setting({
    env: 'SIGNALBOX_LWM2M_BOOTSTRAP_PORT',
    default: 5687,
    meaning: 'Port (UDP) of the LwM2M bootstrap server; 0 takes any free one.',
    parse: port,
  }),
  lwm2mBootstrapDtlsPort: setting({
    env: 'SIGNALBOX_LWM2M_BOOTSTRAP_DTLS_PORT',
    default: 5688,
    meaning: 'Port (UDP) of the LwM2M bootstrap server over DTLS; 0 takes any free one.',
    parse: port,
  }),
  snmpTrapPort: setting({
    env: 'SIGNALBOX_SNMP_TRAP_PORT',
    default: 0,
    meaning: 'Port on which traps and informs of SNMP devices are received, usually 162; 0 receives none.',
    parse: port,
  }),
  bind: setting({
    env: 'SIGNALBOX_BIND',
    default: '127.0.0.1',
    meaning: 'Address the servers listen on.',
    parse: asText,
  }),
  tlsCertificate: setting({
    env: 'SIGNALBOX_TLS_CERTIFICATE',
    default: '',
    meaning:
      'File with the certificate of the server: PEM with those above it, or PKCS #12 (`.p12`, `.pfx`) with the key. It is read again when it changes. Without one there is no TLS.',
    parse: asText,
  }),
  tlsKey: setting({
    env: 'SIGNALBOX_TLS_KEY',
    default: '',
    meaning: 'File with the key of that certificate (PEM); by default it is in the same file.',
    parse: asText,
  }),
  tlsPassword: setting({
    env: 'SIGNALBOX_TLS_PASSWORD',
    default: '',
    meaning: 'Password of the key, or of the PKCS #12 file.',
    parse: asText,
  }),
  tlsRevocationLists: setting({
    env: 'SIGNALBOX_TLS_REVOCATION_LISTS',
    default: '',
    meaning:
      'File with lists of revoked certificates of clients (CRL): PEM with any number of them, and with the certificates of the authorities by which their signatures are checked, or one list in DER; at most 16 MiB. It is read again when it changes: then sessions of devices with a certificate that is revoked end. A list that is outdated counts until there is a newer one.',
    parse: asText,
  }),
};
