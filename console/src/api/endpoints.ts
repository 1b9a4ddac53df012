/** Where devices reach this server, as seen from this browser. */
export interface ServerEndpoints {
  host: string;
  httpBase: string;
  mqttPort: number;
  coapPort: number;
  lwm2mPort: number;
  /** LwM2M over DTLS. */
  lwm2msPort: number;
  /** Over TLS and DTLS; undefined: the server does not. */
  mqttsPort: number | undefined;
  httpsPort: number | undefined;
  coapsPort: number | undefined;
}
