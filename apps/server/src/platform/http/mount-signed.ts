import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { Problem } from '../problem.ts';
import type { MediaSigner } from '../signed-urls.ts';

/** Of files and pictures behind a signature. */
const SIGNED_ROUTE = {
  config: {
    access: 'signed',
    budget: {
      unlimited: 'its address was signed for one customer, whose page may show hundreds of pictures',
    },
  },
} as const;

/** What was signed: `photoId` is the last part of it. */
type Signed = { area: string; photoId: string };

type SignedRoute<Params> = {
  /** The address behind the signature, with a `:name` for each field of `params`. */
  path: string;
  params: z.ZodType<Params>;
  /** What the address was signed for. */
  signedOf: (params: Params) => Signed;
};

/** The request, and the reply to it. */
export type Served = { request: FastifyRequest; reply: FastifyReply };
type Deps = { signer: MediaSigner; clock: Clock };

const proof = z.object({ expiry: z.string(), signature: z.string() });

/**
 * Mounts what is answered to whoever has an address that was signed for one customer. The handler gets what the address says once
 * its signature is valid; any other address gets the same 404.
 */
export function mountSigned<Params>(
  app: FastifyInstance,
  { signer, clock }: Deps,
  { path, params, signedOf }: SignedRoute<Params>,
  handle: (params: Params, served: Served) => Promise<unknown>,
): void {
  app.get(`/media/:expiry/:signature/${path}`, SIGNED_ROUTE, async (request, reply) => {
    const given = params.safeParse(request.params);
    const proven = proof.safeParse(request.params);
    if (!given.success || !proven.success) throw new Problem('not-found');
    if (!signer.isValid({ ...proven.data, ...signedOf(given.data) }, clock())) throw new Problem('not-found');
    return handle(given.data, { request, reply });
  });
}
