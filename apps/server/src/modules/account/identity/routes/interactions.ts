import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { errors } from '../provider/oidc-library.ts';
import type { RouteDeps } from './route-deps.ts';

type WithUid = { uid: string };

/** The sign-in that this browser is in the middle of; throws oidc-provider's SessionNotFound when there is none. */
export async function requireInteraction(
  { provider }: Pick<RouteDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw);
  if (interaction.uid !== (request.params as WithUid).uid)
    throw new errors.SessionNotFound('another interaction');
  return interaction;
}

/** The same, or null: links in mails are opened in other browsers and much later too. */
export async function findInteraction(
  deps: Pick<RouteDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | null> {
  try {
    return await requireInteraction(deps, request, reply);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** Ends the interaction with a signed-in account and sends the browser on to what it asked for. */
export async function finishSignIn(
  { provider }: Pick<RouteDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { interaction, accountId }: { interaction: Interaction; accountId: string },
): Promise<FastifyReply> {
  const result = { [interaction.prompt.name]: {}, login: { accountId, amr: ['pwd'] } };
  const next = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return reply.redirect(next, 303);
}
