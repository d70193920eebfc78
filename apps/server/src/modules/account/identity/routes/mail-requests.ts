import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { NETWORK_MAIL_POLICY, networkOf } from '../accounts/throttle-rules.ts';
import { checkMailPage } from '../pages/message-pages.ts';
import { addressesOf } from './addresses.ts';
import { sendPage } from './answer.ts';
import { requireInteraction } from './interactions.ts';
import type { RouteDeps } from './route-deps.ts';

type Sent = { email: string; kind: 'register' | 'password' };

/** Whether this network address has asked for too many mails. */
export async function asksTooMuch(
  { throttle }: Pick<RouteDeps, 'throttle'>,
  address: string,
): Promise<boolean> {
  return (await throttle.attempt(NETWORK_MAIL_POLICY, networkOf(address))) !== null;
}

/** Goes to 'check your mail'; the address rides in the interaction and stays out of the URL. */
export async function showCheckMail(
  reply: FastifyReply,
  interaction: Interaction,
  sent: Sent,
): Promise<FastifyReply> {
  interaction.lastSubmission = sent;
  await interaction.persist();
  return reply.redirect(addressesOf(interaction.uid).checkMail, 303);
}

export function mountCheckMail(app: FastifyInstance, deps: RouteDeps): void {
  app.get('/interaction/:uid/check-mail', async (request, reply) => {
    const interaction = await requireInteraction(deps, request, reply);
    const addresses = addressesOf(interaction.uid);
    const { email, kind } = (interaction.lastSubmission ?? {}) as Partial<Sent>;
    if (!email || !kind) return reply.redirect(addresses.signIn, 303);
    const appearance = deps.appearances.ofInteraction(interaction);
    return sendPage(reply, deps.policies, checkMailPage(appearance, { email, kind, addresses }));
  });
}
