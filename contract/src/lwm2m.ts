import * as z from 'zod/mini';
import { route } from './route.ts';

/** Where devices of LwM2M find one of the two servers, as profiles begin with it (rest-content.md §2.2). */
export const lwm2mServerSchema = z.object({
  /** It is the bootstrap server. */
  bootstrapServerIs: z.boolean(),
  host: z.string(),
  port: z.int(),
  /** Over DTLS. */
  securityHost: z.string(),
  securityPort: z.int(),
  /** Short id of the server. */
  serverId: z.int(),
  /** s */
  clientHoldOffTime: z.int(),
  /** Of the certificate of the server, DER as hex; empty: it has none. */
  serverPublicKey: z.string(),
  /** s; 0: none */
  bootstrapServerAccountTimeout: z.int(),
});
export type Lwm2mServer = z.infer<typeof lwm2mServerSchema>;

export const lwm2mRoutes = {
  getLwm2mServer: route({
    method: 'GET',
    path: '/api/lwm2m/deviceProfile/bootstrap/:isBootstrap',
    tag: 'LwM2M',
    summary: 'Read where devices find the LwM2M server, or its bootstrap server',
    access: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    params: { isBootstrap: z.string().check(z.regex(/^(true|false)$/i, { error: "must be 'true' or 'false'" })) },
    reply: lwm2mServerSchema,
  }),
};
