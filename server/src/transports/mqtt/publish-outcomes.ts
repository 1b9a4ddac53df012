import type { Packet } from 'mqtt-packet';
import type { Exchange } from '../exchanges/exchange-log.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import { reasonOf } from './close-reasons.ts';
import type { ProtocolVersion, PublishFrame } from './frames.ts';
import type { PublishOutcome } from './gateway/gateway.ts';
import { Reason } from './reason-codes.ts';

/** Acknowledges a publish, and notes what became of it. @param noted undefined: nobody looks at the device */
export function settling(noted: Exchange | undefined, isUnknown: boolean, acknowledge: () => void): () => void {
  if (!noted) return acknowledge;
  return () => {
    if (isUnknown) noted.settle('IGNORED', 'nothing listens to this topic');
    else noted.settle('ACCEPTED');
    acknowledge();
  };
}

/** How a gateway is answered: it may be that only a part of what it publishes can be stored. */
export function gatewayOutcome(
  frame: PublishFrame,
  version: ProtocolVersion,
  acknowledgements: Acknowledgements,
  noted: Exchange | undefined,
): PublishOutcome {
  const done = acknowledgements.expect(frame);
  return {
    done: settling(noted, false, done),
    refused(error, isStored) {
      noted?.settle('REFUSED', isStored ? `a part of it: ${error.message}` : error.message);
      // MQTT 5 can say so; for older protocols it is acknowledged for the sake of what was stored, and else not at all.
      if (version === 5) acknowledgements.refuse(frame, reasonOf(error));
      else if (isStored) done();
      else acknowledgements.withhold(frame);
    },
  };
}

/** Publishes of gateways by a device that is not one get no acknowledgement; MQTT 5 can say why. */
export function noGatewayRefusal({ qos, messageId }: PublishFrame, version: ProtocolVersion): Packet | undefined {
  if (version !== 5 || qos === 0) return undefined;
  return { cmd: qos === 1 ? 'puback' : 'pubrec', messageId, reasonCode: Reason.notAuthorized };
}
