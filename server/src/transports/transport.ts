/** Where devices reach a transport. */
export interface TransportAddress {
  /** As people write it: "MQTT". */
  title: string;
  /** Of its addresses: "mqtt". */
  scheme: string;
  port: number;
}

/**
 * A device protocol with its own listener, or one by which the platform calls devices. (HTTP is not one: its calls are
 * routes of the HTTP server.)
 */
export interface Transport {
  /** Unique among transports: "mqtt". */
  readonly name: string;
  /** Starts listening where its settings say, or calling devices. */
  listen(): Promise<void>;
  /** Known once it listens; undefined when devices do not call. */
  address(): TransportAddress | undefined;
  /** Open connections. */
  connectionCount(): number;
  /** Stops listening and closes all connections; does nothing when it does not listen. */
  close(): Promise<void>;
}
