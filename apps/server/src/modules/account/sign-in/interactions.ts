import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';
import * as z from 'zod';
import { Problem } from '../../../platform/problem.ts';
import {
  addressesOf,
  checkMailPage,
  type Faults,
  type FilledForm,
  type FormName,
  formPages,
  sendPage,
  sentForm,
} from '../pages/index.ts';
import type { FormDeps, PageDeps } from './deps.ts';
import type { LinkPage, LinkRequest } from './link-page.ts';

/** The sign-in in progress in this browser; throws oidc-provider's SessionNotFound if there is none. */
export async function requireInteraction(
  { provider }: Pick<PageDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw);
  if (interaction.uid !== (request.params as { uid?: string }).uid)
    throw new SessionNotFound('another interaction');
  return interaction;
}

/** Null if there is none: mailed links are also opened in other browsers and much later. */
export async function findInteraction(
  deps: Pick<PageDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | null> {
  try {
    return await requireInteraction(deps, request, reply);
  } catch (error) {
    if (error instanceof SessionNotFound) return null;
    throw error;
  }
}

/** The last submitted form of an interaction, stored with it. `hasMail` means that it was accepted. */
const sentInInteraction = sentForm.extend({
  form: z.enum(['signIn', 'register', 'forgotten']),
  hasMail: z.boolean().default(false),
});

const sentIn = ({ lastSubmission }: Interaction) => sentInInteraction.safeParse(lastSubmission).data;

async function keepForm(interaction: Interaction, sent: z.input<typeof sentInInteraction>): Promise<void> {
  interaction.lastSubmission = sent;
  await interaction.persist();
}

type Values = Record<string, string>;

/** Opens one of an interaction's forms. */
export async function openForm(deps: FormDeps, request: FastifyRequest, reply: FastifyReply, form: FormName) {
  const interaction = await requireInteraction(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const addresses = addressesOf(interaction.uid);
  return {
    interaction,
    appearance,
    addresses,
    /** Sends the page with the values last submitted; their faults are shown once. */
    async show(
      suggested: Values = {},
      more: Pick<FilledForm, 'passkey' | 'faults' | 'notice'> = {},
    ): Promise<FastifyReply> {
      const sent = sentIn(interaction);
      const { values = suggested, refusal } = sent?.form === form ? sent : {};
      if (refusal) await keepForm(interaction, { form, values });
      const faults = refusal?.faults ?? more.faults;
      const page = formPages[form](appearance, { ...more, addresses, values, faults });
      return sendPage(reply, deps.policies, page, refusal?.status);
    },
    /** Redirects to the page, which shows the faults. */
    async refuse(values: Values, faults: Faults, status = 422): Promise<FastifyReply> {
      await keepForm(interaction, { form, values, refusal: { faults, status } });
      return reply.redirect(form === 'signIn' ? `${addresses.signIn}?sign-in` : addresses[form], 303);
    },
    /** Redirects to 'check your mail', which leads back to the submitted values. */
    async showCheckMail(values: Values): Promise<FastifyReply> {
      await keepForm(interaction, { form, values, hasMail: true });
      return reply.redirect(addresses.checkMail, 303);
    },
  };
}

/** Requests the mail of a link; false if this network address has made too many requests. */
export async function requestMail<Requested extends LinkRequest>(
  { db }: Pick<PageDeps, 'db'>,
  { link }: LinkPage<Requested>,
  requested: Requested | (() => Promise<Requested>),
  address: string,
): Promise<boolean> {
  try {
    await link.request(db, requested, address);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return false;
    throw error;
  }
}

export async function checkMail(deps: FormDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const addresses = addressesOf(interaction.uid);
  const { form, values, hasMail } = sentIn(interaction) ?? {};
  if (!hasMail || !values?.email || !form || form === 'signIn') return reply.redirect(addresses.signIn, 303);
  const appearance = deps.appearances.ofInteraction(interaction);
  return sendPage(reply, deps.policies, checkMailPage(appearance, { email: values.email, form, addresses }));
}
